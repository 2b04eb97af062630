package dev.sluice.replay;

import dev.sluice.replay.again.Comparison;
import dev.sluice.replay.again.DifferenceCounts;
import dev.sluice.replay.again.Matched;
import dev.sluice.replay.again.Recorded;
import dev.sluice.replay.again.ResultMatch;
import dev.sluice.replay.exchange.ExchangeFile;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.transport.Lane;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code diff}: compares the results of the same requests in two places. */
@Command(
        name = "diff",
        description = {
            "Compares results request by request: of recorded queues and a replay of them, of two replays of the same queues,"
                    + " or of two outputs that answer the same input. It changes nothing; gateways may be running.",
            "Columns are matched by name; their order and case do not count. Numbers are compared by value, so 2"
                    + " equals 2.00. Other values of different types differ, because jobs read values by type, unless"
                    + " --as-text is given. Failures are equal if they have the same class.",
            "Requests that the second side does not have, such as the updates that a replay leaves out, are counted,"
                    + " but are no difference. A replay that was stopped early counts as a difference."
        },
        footer = {
            "  sluice replay diff data/demo/queues data/demo/replayed",
            "  sluice replay diff data/demo/monday.jsonl.gz data/demo/queues",
            "  sluice replay diff data/demo/queues data/demo/replayed \\",
            "      --lookup customer --ignore first_name --any-order",
            "  sluice replay diff data/demo/queues data/demo/replayed \\",
            "      --tolerance premium=0.01 --format json"
        },
        exitCodeList = {
            "0:all requests that both sides have are answered alike",
            "1:a result differs or is on one side only, or the replay was stopped early",
            "2:wrong command line",
            "3:the queues cannot be read, or have no requests in common; the message says which"
        })
final class DiffCommand extends QueueCommand {

    private static final int DIFFERENT = 1;

    @Parameters(
            index = "0",
            paramLabel = "FIRST",
            description =
                    "The address of the recorded queues, or a file that 'cat both --format json' printed from them,"
                            + " plain or compressed by gzip.")
    private String first;

    @Parameters(
            index = "1",
            paramLabel = "SECOND",
            description = "The address of the queues to compare with FIRST, or such a file.")
    private String second;

    @Mixin
    private SelectionOption selected;

    @Option(
            names = "--tolerance",
            paramLabel = "COLUMN=NUMBER",
            split = ",",
            description = "Numbers in that column are equal if they differ by at most NUMBER.")
    private Map<String, BigDecimal> tolerances = new HashMap<>();

    @Option(names = "--ignore", paramLabel = "COLUMN", split = ",", description = "Do not compare that column.")
    private Set<String> ignored = new HashSet<>();

    @Option(
            names = "--any-order",
            description = "Ignore the order of a result's rows: right for statements without an ORDER BY.")
    private boolean anyOrder;

    @Option(
            names = "--as-text",
            description = "Values of different types are equal if they have the same text: for example, a date and its"
                    + " string in JSON.")
    private boolean asText;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "The most differences to print as text; equal differences of one key are printed once. All"
                    + " are counted (default: ${DEFAULT-VALUE}).")
    private long limit;

    @Mixin
    private FormatOption format;

    @Override
    int run(PrintWriter out) {
        final DifferenceCounts tally = new DifferenceCounts(limit);
        final boolean unfinished;
        try (Recorded one = open(first, lane -> selected.of(lane).from(), selected::isBefore);
                Recorded other = open(second, lane -> OptionalLong.empty(), exchange -> false)) {
            final Comparison comparison =
                    new Comparison(one, other, new ResultMatch(tolerances, ignored, anyOrder, asText));
            unfinished = comparison.isUnfinished();
            try (ProgressLine progress = progress(one.count())) {
                comparison.run(selected.of(), matched -> take(matched, tally, out), progress::at);
            }
        }
        out.print(format.isJson() ? tally.json(unfinished) : tally.text());
        if (unfinished && !format.isJson()) {
            out.println("the replay did not run to its end, so the requests that it lacks prove nothing");
        }
        return tally.differs() || unfinished ? DIFFERENT : 0;
    }

    /** Opens queues from an index on; or opens a file, and skips its exchanges before the first selected one. */
    private static Recorded open(String address, Function<Lane, OptionalLong> from, Predicate<Exchange> before) {
        if (QueuesOption.isFile(address)) {
            return Recorded.of(address, ExchangeFile.open(Path.of(address)), before);
        }
        final Lane lane = QueuesOption.open(address);
        boolean opened = false;
        try {
            final Recorded recorded = Recorded.of(address, lane, from.apply(lane));
            opened = true;
            return recorded;
        } finally {
            if (!opened) {
                lane.close();
            }
        }
    }

    private void take(Matched matched, DifferenceCounts tally, PrintWriter out) {
        tally.add(matched);
        if (format.isJson()) {
            matched.differences().forEach(difference -> out.println(DifferenceCounts.json(matched, difference)));
        }
    }
}
