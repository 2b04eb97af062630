package dev.sluice.replay;

import dev.sluice.api.QueueOptions;
import dev.sluice.replay.act.RequestSelection;
import dev.sluice.replay.act.Resumption;
import dev.sluice.replay.prove.Databases;
import dev.sluice.service.config.QueuesConfig;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lease;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code resume}: records the decision that the next gateway answers waiting requests with failures. */
@Command(
        name = "resume",
        description = {
            "Makes waiting requests fail without sending them to a backend, so that a gateway can go on: all requests"
                    + " for a lookup that no longer exists, or single requests. No gateway may run meanwhile. The"
                    + " decision is kept beside the output, also after a crash. The next gateway carries it out when it"
                    + " reaches the requests.",
            "An exactly-once update that was committed before its result was lost is answered as applied, in spite of"
                    + " the decision.",
            "",
            "With --from all requests that wait before a place fail in this way, and the gateway goes on at that place."
                    + " Prints, as proof, how many requests of each name get which answer; --report writes each"
                    + " request to a file.",
            "",
            "--rebuild-output is for an output that is lost, or of which only an older copy is left: the next gateway"
                    + " answers all requests that the input still has and the copy does not answer. Reads are sent"
                    + " again, and see the databases as they are then. An exactly-once update is never run"
                    + " again: it is answered from its database, or as failed if the database no longer keeps its"
                    + " outcome. Events and at-least-once updates may take effect a second time. Doubtful steps need"
                    + " --force."
        },
        footer = {
            "  sluice replay resume -q data/demo/queues --lookup customer --dry-run",
            "  sluice replay resume -q data/demo/queues --lookup '(SQL)' --dry-run",
            "  sluice replay resume -q data/demo/queues --from 2099-01-01 --dry-run",
            "  sluice replay resume -q data/demo/queues --rebuild-output --dry-run \\",
            "      -c data/demo/gateway.yaml \\",
            "      --database main=jdbc:hsqldb:file:data/demo/database/letters"
        },
        exitCodeList = {
            "0:decided, or --from or --rebuild-output had nothing to decide; with --dry-run: it could be decided",
            "1:nothing was decided, because a selected request does not wait or must not be decided; the output says"
                    + " which",
            "2:wrong command line",
            "3:queues, configuration or a database cannot be read, or a gateway runs; the message says which"
        })
final class ResumeCommand extends QueueCommand {

    private static final int NOTHING = 1;

    @Parameters(
            arity = "0..*",
            paramLabel = "POSITION",
            description = "A request by its position, cycle:sequence, or a range of them, FROM..TO.")
    private List<String> positions = new ArrayList<>();

    @Option(
            names = "--lookup",
            paramLabel = "NAME",
            description = "All waiting requests for that lookup, statement or endpoint; '(SQL)' means the ad hoc SQL"
                    + " of jobs.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            description =
                    "Go on at this request, or at the first that was written at this time or later: requests that wait"
                            + " before it are answered as failed.")
    private Optional<Place> from = Optional.empty();

    @Option(names = "--rebuild-output", description = "Replace a lost output by a new one; needs --config.")
    private boolean rebuild;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "With --from or --rebuild-output: write the decision for each request, one JSON object a"
                    + " line.")
    private Optional<Path> report = Optional.empty();

    @Mixin
    private QueuesOption queues;

    @Mixin
    private DatabasesOption databases;

    @Option(names = "--dry-run", description = "Only show which requests would fail; a gateway may run.")
    private boolean dryRun;

    @Option(
            names = "--force",
            description = "Also fail updates whose database is not configured any more, although some of them may have"
                    + " been committed. With --rebuild-output: also take doubtful steps.")
    private boolean force;

    @Override
    int run(PrintWriter out) {
        final boolean some = !positions.isEmpty() || !names.isEmpty();
        final boolean place = from.isPresent() || rebuild;
        if (some == place) {
            throw wrong(
                    some
                            ? "Either name requests, or use --from and --rebuild-output, but not both"
                            : "Say which requests: their positions, or --lookup with a name, or a place with --from");
        }
        return place ? goOn(out) : answerSome(out);
    }

    private int answerSome(PrintWriter out) {
        try (Lane pair = queues.open()) {
            final RequestSelection meant = valid(() -> new RequestSelection(pair, names, positions));
            if (dryRun) {
                final boolean all = show(meant, pair, out);
                out.println("nothing was decided: --dry-run");
                return all ? 0 : NOTHING;
            }
            try (Lease lock = QueuesOption.claim(pair)) {
                assert lock.isHeld();
                if (!show(meant, pair, out)) {
                    out.println("nothing was decided");
                    return NOTHING;
                }
                meant.decide(force);
                out.println("decided: the next gateway answers " + (meant.count() == 1 ? "it" : "them") + " as failed");
                return 0;
            }
        }
    }

    private int goOn(PrintWriter out) {
        final Optional<Databases> read = valid(() -> databases.read(queues.address()));
        if (rebuild && read.isEmpty()) {
            throw wrong("--rebuild-output needs the gateway's configuration: give it with --config");
        }
        if (QueuesOption.isOnDisk(queues.address())
                && Files.notExists(Path.of(queues.address()).resolve("out"))) {
            out.println("there is no output in " + queues.address() + ": an empty one is created");
        }
        try (Lane pair = queues.open(
                read.map(ResumeCommand::options).orElse(QueuesOption.TO_WRITE).withDiskReserve(0))) {
            if (dryRun) {
                final Resumption.Feasibility verdict = show(resumption(pair, read), pair, out);
                out.println("nothing was decided: --dry-run");
                return verdict == Resumption.Feasibility.REFUSED ? NOTHING : 0;
            }
            try (Lease lock = QueuesOption.claim(pair)) {
                final Resumption resumption = resumption(pair, read);
                final Resumption.Feasibility verdict = show(resumption, pair, out);
                if (verdict == Resumption.Feasibility.POSSIBLE) {
                    resumption.decide(lock);
                }
                out.println(
                        verdict == Resumption.Feasibility.POSSIBLE
                                ? "decided: the next gateway carries it out"
                                : "nothing was decided");
                return verdict == Resumption.Feasibility.REFUSED ? NOTHING : 0;
            }
        }
    }

    private static QueueOptions options(Databases read) {
        final QueuesConfig config = read.config().queues();
        final QueueOptions options = QueuesOption.TO_WRITE.withRollCycle(config.rollCycle());
        return config.group().map(options::withGroup).orElse(options);
    }

    private Resumption resumption(Lane pair, Optional<Databases> read) {
        return new Resumption(pair, read, from.map(place -> place.index(pair)).orElse(0L), rebuild, force);
    }

    private boolean show(RequestSelection meant, Lane pair, PrintWriter out) {
        try (ProgressLine progress = progress(pair.waiting())) {
            return meant.show(out, progress::at);
        }
    }

    private Resumption.Feasibility show(Resumption resumption, Lane pair, PrintWriter out) {
        try (ProgressLine progress = progress(rebuild ? 0 : pair.waiting())) {
            return resumption.show(out, report, progress::at);
        }
    }
}
