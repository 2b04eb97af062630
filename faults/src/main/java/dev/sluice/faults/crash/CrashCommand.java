package dev.sluice.faults.crash;

import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice crash}. */
@Command(
        name = "crash",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Kills gateways with SIGKILL, at random, while they start, at fault points, while they make files, and writers"
                    + " too; starts them again, and compares every result and the databases with a model that runs the"
                    + " requests one at a time.",
            "The items of the first database stand behind a REST service, so that gateways die while they ask it, too.",
            "A cycle takes about a second. The first one in which something is found is the last, and everything is kept."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was lost, duplicated, out of order, wrong, or applied twice",
            "1:something was, or the run itself failed; what it left is kept",
            "2:wrong options"
        })
public final class CrashCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--cycles",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many kills (default: ${DEFAULT-VALUE}).")
    private int cycles;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Repeats requests, configurations and the plan of kills; the moments are the machine's.")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = "--database",
            paramLabel = "NAME",
            defaultValue = "postgresql",
            description = "postgresql or hsqldb; both are brought along (default: ${DEFAULT-VALUE}).")
    private DatabaseKind database;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            defaultValue = "data/crash",
            description = "Where everything is kept; must be empty (default: ${DEFAULT-VALUE}).")
    private Path directory;

    @Option(
            names = "--keep",
            description = "Keep everything when nothing was found, too: some 50 MB for each 20 cycles.")
    private boolean keep;

    @Option(
            names = "--at-least-once",
            description = "Configures updates: at-least-once: shows that updates which run twice are found.")
    private boolean atLeastOnce;

    @Option(
            names = "--points",
            paramLabel = "NAMES",
            split = ",",
            description = {
                "Kill at these fault points alone, such as result-written, or result-written:7 for the seventh time"
                        + " (default: in all ways). There are:",
                "${COMPLETION-CANDIDATES}"
            },
            completionCandidates = FaultPointNames.class)
    private List<String> points = List.of();

    /** For the help. */
    private static final class FaultPointNames extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        FaultPointNames() {
            super(FaultPoints.names());
        }
    }

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        if (cycles < 1) {
            throw new ParameterException(spec.commandLine(), "--cycles " + cycles + " is less than 1");
        }
        final Path place = directory.toAbsolutePath();
        if (!isEmpty(place)) {
            throw new ParameterException(
                    spec.commandLine(), place + " is not empty: name another --dir, or delete what is there");
        }
        final long used = seed.orElseGet(() -> ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        boolean clean = false;
        try {
            clean = new CrashRun(
                            new CrashRun.Plan(cycles, used, database, place, keep, atLeastOnce, points), System.out)
                    .run();
        } finally {
            if (clean && !keep) {
                Trees.delete(place);
            } else {
                System.out.println("everything is kept in " + place);
            }
        }
        return clean ? 0 : 1;
    }

    private static boolean isEmpty(Path place) throws IOException {
        if (Files.notExists(place)) {
            return true;
        }
        try (Stream<Path> children = Files.list(place)) {
            return children.findAny().isEmpty();
        }
    }
}
