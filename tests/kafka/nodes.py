"""Three nodes, and fewer for a while."""

from kills import QUICK
from stage import scenario
from streams import Source


@scenario(cluster="three", nodes=3)
def one_node_of_three(stage):
    """Every topic three times; two nodes are killed in turn, so leaders and coordinators move."""
    stage.topics()
    with stage.load(Source(seed=14), pace=5_000):
        worker = stage.worker(*QUICK)
        stage.wait_for_progress()
        for node in stage.cluster.nodes[:2]:
            node.kill()
            stage.wait_for_progress(10_000)
            node.start()
            stage.cluster.wait()
            stage.wait_for_progress(10_000)
    worker.terminate()
    stage.to_the_end(*QUICK)
    return f"{stage.check_once():,} keys once"
