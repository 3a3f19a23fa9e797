#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "integration/membership.hpp"

namespace sluice::testing {
namespace {

/// The programs of the newest version that is installed, as Debian lays them out.
std::string find_postgres(const std::string& program) {
  std::vector<std::string> folders;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator("/usr/lib/postgresql", missing)) {
    folders.push_back(entry.path().string() + "/bin");
  }
  std::sort(folders.rbegin(), folders.rend());
  return find_program(program, folders);
}

const std::string postgres_server = find_postgres("postgres");

/// PostgreSQL refuses to run as root.
std::vector<std::string> as_somebody(std::vector<std::string> words) {
  if (geteuid() != 0) return words;
  const std::vector<std::string> nobody{"setpriv", "--reuid=nobody", "--regid=nogroup",
                                        "--clear-groups", "--pdeathsig=KILL"};
  words.insert(words.begin(), nobody.begin(), nobody.end());
  return words;
}

/// A PostgreSQL of the test's own.
class postgres {
 public:
  bool start() {
    if (!std::filesystem::exists(folder_ / "data") && !make()) return false;
    running_ = std::make_unique<process>(process::wish{
        .words = as_somebody({postgres_server, "-D", folder_ / "data", "-p", std::to_string(port_),
                              "-c", "listen_addresses=127.0.0.1", "-c",
                              "unix_socket_directories=" + folder_.path(), "-c", "fsync=off"}),
        .errors = folder_ / "log"});
    return until([&] { return PQstatus(connect().get()) == CONNECTION_OK; });
  }

  /// At once, without a goodbye to its clients.
  void crash() {
    running_->signal(SIGQUIT);
    running_->wait();
  }

  /// All of its processes: each connection has one of its own.
  void stand_still() { signal_all("STOP"); }
  void go_on() { signal_all("CONT"); }

  std::string address(const std::string& options, const std::string& user = "keeper") const {
    return "postgres://" + user + "@127.0.0.1:" + std::to_string(port_) + "/postgres?" + options;
  }

  void run(const std::string& sql) const {
    const connection made = connect();
    PGresult* const reply = PQexec(made.get(), sql.c_str());
    EXPECT_NE(PQresultStatus(reply), PGRES_FATAL_ERROR) << PQerrorMessage(made.get());
    PQclear(reply);
  }

  static std::vector<std::string> password() { return {"PGPASSWORD=open sesame"}; }

 private:
  struct close {
    void operator()(PGconn* held) const { PQfinish(held); }
  };
  using connection = std::unique_ptr<PGconn, close>;

  bool make() const {
    std::ofstream(folder_ / "password") << "open sesame\n";
    std::filesystem::permissions(folder_ / "password", std::filesystem::perms::others_read,
                                 std::filesystem::perm_options::add);
    process initdb(
        {.words = as_somebody({find_postgres("initdb"), "-D", folder_ / "data", "-U", "keeper",
                               "--auth=scram-sha-256", "-E", "UTF8", "--locale=C", "--no-sync",
                               "--pwfile=" + folder_ / "password"}),
         .errors = folder_ / "log"});
    return initdb.wait() == 0;
  }

  connection connect() const {
    const std::string how = "host=127.0.0.1 port=" + std::to_string(port_) +
                            " user=keeper dbname=postgres password='open sesame'";
    return connection(PQconnectdb(how.c_str()));
  }

  /// The server's first process and its children, by their parent's number.
  void signal_all(const std::string& name) const {
    const std::string pid = contents(folder_ / "data/postmaster.pid");
    const std::string first = pid.substr(0, pid.find('\n'));
    const std::string children = contents("/proc/" + first + "/task/" + first + "/children");
    process({.words = {"sh", "-c", "kill -" + name + " " + first + " " + children}}).wait();
  }

  int port_ = free_port();
  temporary_folder folder_;
  std::unique_ptr<process> running_;
};

class postgres_oracle_test : public ::testing::Test {
 protected:
  void SetUp() override {
    SLUICE_NEEDS(postgres_server);
    setenv("PGPASSWORD", "open sesame", 1);
    ASSERT_TRUE(server_.start());
    server_.run(
        "CREATE TABLE blocked (name text PRIMARY KEY, id int);"
        "INSERT INTO blocked SELECT 'user \"' || k || '\"', k FROM generate_series(0, 39999, 7) k;"
        "CREATE SCHEMA other; CREATE TABLE other.\"odd \"\"name\" (\"a b\" varchar(40));"
        "INSERT INTO other.\"odd \"\"name\" SELECT name FROM blocked");
  }

  postgres server_;
  const std::string table_ = "table=blocked&column=name";
};

TEST_F(postgres_oracle_test, answers_every_record_in_order) {
  const marked_records records = make_records(100000, 7);
  const std::string query =
      "query=SELECT%20name%20FROM%20blocked%20WHERE%20name%20=%20ANY($1)&sslmode=prefer";
  const std::string odd = "table=other.odd%20%22name&column=a%20b";
  for (const std::string& options : {table_, query, odd}) {
    member_command command(server_.address(options), {});
    command.write(records.input);
    EXPECT_EQ(command.finish(), 0) << command.errors();
    EXPECT_TRUE(command.output() == records.output) << options;
  }
  member_command loaded(server_.address(table_), {"-a", "preloaded"});
  loaded.write(records.input);
  EXPECT_EQ(loaded.finish(), 0) << loaded.errors();
  EXPECT_TRUE(loaded.output() == records.output);
}

TEST_F(postgres_oracle_test, survives_a_restart_half_way) {
  survives_a_restart(server_, server_.address(table_));
}

TEST_F(postgres_oracle_test, gives_up_when_it_never_comes_back) {
  gives_up_in_the_end(server_, server_.address(table_));
}

TEST_F(postgres_oracle_test, waits_for_a_slow_one) {
  waits_for_a_slow_one(server_, server_.address(table_));
}

// What is no text there is no member, and does not spoil the answers to others.
TEST_F(postgres_oracle_test, takes_any_bytes) {
  const std::vector<std::pair<std::string, bool>> keys{{"\xff\xfe", false},
                                                       {"user \"7\"", true},
                                                       {"", false},
                                                       {"a\\b\"c{d,e}", false},
                                                       {std::string("x\0y", 3), false},
                                                       {"user \"14\"", true}};
  std::string marked;
  member_command command(server_.address(table_), {});
  for (const auto& [key, member] : keys) {
    command.write(key + "\n");
    marked += (member ? "member\t" : "other\t") + key + "\n";
  }
  EXPECT_EQ(command.finish(), 0) << command.errors();
  EXPECT_EQ(command.output(), marked);
}

TEST_F(postgres_oracle_test, a_wrong_name_is_told_at_once) {
  for (const char* const options :
       {"table=nothing&column=name", "table=blocked&column=nothing", "table=blocked&column=id",
        "query=SELECT%20nonsense", "table=blocked&column=name&nonsense=1"}) {
    member_command command(server_.address(options), {});
    command.write("a\n");
    EXPECT_EQ(command.finish(), 1) << options;
    EXPECT_EQ(command.output(), "");
    EXPECT_NE(command.errors().find("postgres://127.0.0.1:"), std::string::npos)
        << command.errors();
  }
}

TEST_F(postgres_oracle_test, a_password_is_never_told) {
  for (const char* const password : {"abracadabra", ""}) {
    member_command command(server_.address(table_), {}, {"PGPASSWORD=" + std::string(password)});
    command.write("a\n");
    EXPECT_EQ(command.finish(), 1);
    EXPECT_NE(command.errors().find("PGPASSWORD"), std::string::npos) << command.errors();
    EXPECT_EQ(command.errors().find("abracadabra"), std::string::npos);
  }
}

}  // namespace
}  // namespace sluice::testing
