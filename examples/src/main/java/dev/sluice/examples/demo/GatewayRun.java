package dev.sluice.examples.demo;

import dev.sluice.examples.letters.LettersReport;
import java.time.Duration;

/**
 * The letters job through the gateway, measured.
 *
 * @param requests all requests, those of an interrupted run included
 * @param requestsNow those that this run wrote
 * @param questionsNow the lookups among them
 * @param asking how long this run took to write its questions
 * @param updated the contracts whose {@code last_letter} is the letters' date
 */
record GatewayRun(
        LettersReport report,
        GatewaySummary summary,
        long requests,
        long requestsNow,
        long questionsNow,
        Duration asking,
        long updated) {}
