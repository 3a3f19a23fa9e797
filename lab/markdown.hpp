#pragma once

#include <string>
#include <vector>

#include "page.hpp"

namespace sluice::lab {

/// The page as Markdown, for where no browser is; its pictures lie in the folder `plots`.
std::string as_markdown(const std::vector<section>& sections);

}  // namespace sluice::lab
