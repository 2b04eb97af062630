package dev.sluice.perf.lab;

import static java.util.Map.entry;

import dev.sluice.service.FormerWords;
import java.util.Map;

/** Parts and options that the experiments no longer have, each with a message that names the replacement. */
final class FormerParts {

    private static final String RECORDINGS =
            "set JDK_JAVA_OPTIONS=-XX:StartFlightRecording=settings=profile,filename=DIR/ to record this process and"
                    + " all that it starts, or set SLUICE_JAVA_OPTS to record only this process; DIR must exist";
    private static final String LOAD =
            "letters by load are not measured any more: perf events measures latencies at a --rate, and perf letters"
                    + " --only latency measures the time of a letter over a network";
    private static final String WRITERS =
            "several writers are not measured any more: perf micro --only write measures one writer, and"
                    + " docs/decisions/0008-one-writer-under-a-lock.md says why several writers are slower";
    private static final String SYNC =
            "syncing is not measured any more: docs/explanation/durability.md says what it costs, and each report says"
                    + " how long a synced write takes on this disk";
    private static final String RESTART =
            "restarts are not measured any more: crash --transport kafka kills gateways and brokers, and checks every answer";
    private static final String HEAP =
            "the heap on Kafka is not measured any more: perf burst --only backlogs measures the heap of a gateway with"
                    + " a backlog";

    static final FormerWords WORDS = new FormerWords(
            "sluice perf",
            Map.ofEntries(
                    entry("--jfr", RECORDINGS),
                    entry("letters --only load", LOAD),
                    entry("letters --loads", LOAD),
                    entry("letters --load-millis", LOAD),
                    entry("burst --only writers", WRITERS),
                    entry("burst --writers", WRITERS),
                    entry("burst --written", WRITERS),
                    entry("burst --only sync", SYNC),
                    entry("burst --synced", SYNC),
                    entry("kafka --only restart", RESTART),
                    entry("kafka --only heap", HEAP),
                    entry("kafka --waiting", HEAP)));

    private FormerParts() {}
}
