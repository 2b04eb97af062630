package dev.sluice.examples.demo;

import dev.sluice.examples.letters.Asking;
import dev.sluice.examples.letters.LettersReport;

/**
 * The letters job through the gateway, measured.
 *
 * @param continued whether this run went on with an interrupted one
 * @param asking what this run asked
 * @param updated the contracts whose {@code last_letter} is the letters' date
 */
record GatewayRun(
        JobForm form, boolean continued, LettersReport report, Asking asking, GatewaySummary summary, long updated) {}
