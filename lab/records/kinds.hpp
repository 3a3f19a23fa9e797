#pragma once

#include <cstdint>

#include "records/formats.hpp"
#include "streams/record.hpp"

namespace sluice::lab {

// What a stream's numbered key looks like as a record: a function of the number and the seed
// alone, so that a repeat is the very same bytes and no stream must remember what it wrote.

/// A key by itself, as 16 hexadecimal digits.
struct numbered_record {
  template <class Out>
  static void describe(std::uint64_t key, std::uint64_t /*seed*/, Out& out) {
    out.field("key").to().hex(key);
  }
};

/// A call: when, who called whom, for how long, through which cell, how it went, at what charge.
struct call_record {
  static constexpr std::uint64_t calls_a_second = 1000;

  template <class Out>
  static void describe(std::uint64_t call, std::uint64_t seed, Out& out) {
    dice roll = stream_dice(~seed, call);
    const std::uint64_t second = call / calls_a_second;
    text& start = out.field("start").to();
    start.put("2026-03-").template digits<2>(1 + second / 86400 % 28);
    start.put("T").template digits<2>(second / 3600 % 24);
    start.put(":").template digits<2>(second / 60 % 60).put(":").template digits<2>(second % 60);
    start.put(".").template digits<3>(call % calls_a_second).put("Z");
    out.field("caller").to().put("+49").template digits<10>(roll.below(4000000000));
    out.field("called").to().put("+49").template digits<10>(roll.below(4000000000));
    out.field("seconds").to().template digits<4>(1 + roll.below(3600));
    out.field("cell").to().put("262-01-cell-").template digits<5>(roll.below(20000));
    if (roll.below(10) < 7) {
      out.field("outcome").to().put("answered");
    } else {
      out.field("outcome").to().put("missed");
    }
    text& charge = out.field("charge").to();
    charge.template digits<2>(roll.below(20)).put(".").template digits<2>(roll.below(100));
  }
};

/// A click without its time: the visitor's cookie and address, the advertisement, the page.
struct click_record {
  template <class Out>
  static void describe(std::uint64_t visitor, std::uint64_t seed, Out& out) {
    dice roll = stream_dice(~seed, visitor);
    out.field("visitor").to().hex(roll.word());
    const std::uint64_t address = roll.word();
    text& ip = out.field("address").to();
    ip.template digits<3>(1 + address % 223).put(".").template digits<3>(address >> 8 & 255);
    ip.put(".").template digits<3>(address >> 16 & 255);
    ip.put(".").template digits<3>(address >> 24 & 255);
    out.field("advertisement").to().put("ad-").template digits<6>(roll.below(200000));
    out.field("page").to().put("/shop/").template digits<5>(roll.below(30000)).put("/offer");
  }
};

/// A link: a few hosts have most of the pages.
struct url_record {
  template <class Out>
  static void describe(std::uint64_t link, std::uint64_t seed, Out& out) {
    dice roll = stream_dice(~seed, link);
    const std::uint64_t host = roll.below(1 + roll.below(1 + roll.below(1000000)));
    text& url = out.field("url").to();
    url.put("https://www.site-").template digits<6>(host).put(".example/");
    url.template digits<4>(1995 + roll.below(12)).put("/").template digits<2>(1 + roll.below(12));
    url.put("/page-").hex(roll.word()).put(".html");
  }
};

}  // namespace sluice::lab
