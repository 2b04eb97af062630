package dev.sluice.faults.kill;

import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code sluice crash}. It also decides whether the directory is deleted at the end. */
@Command(
        name = "crash",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Kills the processes of a scenario, and has other mishaps, over a transport. Starts again what was killed,"
                    + " and compares every result and the databases with a model that runs the requests one at a time.",
            "The run ends with the first cycle or mishap in which a broken promise is found, and then keeps all files."
                    + " A cycle takes one to three seconds on Chronicle, and about ten on Kafka. Three brokers with the"
                    + " rest need about 3 GB of memory."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was lost, duplicated, out of order, wrong, or applied twice, and nothing grew",
            "1:a promise was broken, something grew, or the run itself failed; all files are kept",
            "2:wrong options"
        })
public final class CrashCommand implements Callable<Integer> {

    private static final Duration SHORTEST = Duration.ofSeconds(30);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            defaultValue = "bank",
            description = {
                "bank: kills gateways and writers of a bank's requests at random, during their start, at fault points,"
                        + " and while they create files or ask a REST service; restores backups in between. If a part is"
                        + " restored alone and answered updates are missing, the next start must refuse; if all are"
                        + " restored to one instant, the gateway must go on from there.",
                "job: kills a restartable job, its gateway, or both, until its run has ended. Its file must then be,"
                        + " byte for byte, the one of a run without kills, each update must be in the database once, and"
                        + " each request must have been sent once.",
                "embedded: kills such a job with its gateway embedded in its process, until its run has ended.",
                "(default: ${DEFAULT-VALUE})"
            })
    private Transport.Scenario scenario;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            defaultValue = "chronicle",
            description =
                    "chronicle: queues on this disk. kafka: brokers that the command starts, and gateways that share"
                            + " lanes on them; its options are listed by --transport kafka --help (default:"
                            + " ${DEFAULT-VALUE}).")
    private String name;

    @Option(
            names = "--cycles",
            paramLabel = "N",
            defaultValue = "20",
            description = "The number of mishaps, such as kills, each after the previous one is over (default:"
                    + " ${DEFAULT-VALUE}).")
    private int cycles;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            converter = Time.class,
            description = {
                "Instead of --cycles: run for that time, such as 2m or 1h.",
                "On Chronicle the bank alternates with the job and the embedded job. At the same time a gateway and two writers run that"
                        + " are not killed, over queues whose old files retention deletes, and have mishaps. After a"
                        + " quarter of the time and at the end, the usage of these processes is measured: heap after a"
                        + " collection, handles, threads, disk. In a run of at least ten minutes none may grow beyond the"
                        + " limit in the table. With --scenario job or embedded only jobs and gateways are killed.",
                "On Kafka mishaps overlap, in gusts of 20 seconds."
            })
    private Optional<Duration> time = Optional.empty();

    @Option(
            names = "--mishaps",
            paramLabel = "NAMES",
            split = ",",
            description = "Cause only these mishaps (default: all that can happen with the other options):"
                    + " ${COMPLETION-CANDIDATES}.")
    private List<Mishap> mishaps = List.of();

    @Mixin
    private final Transport transport;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description =
                    "Repeats requests, configurations and the plan of kills and mishaps; the exact moments depend on"
                            + " the machine.")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = "--database",
            paramLabel = "NAME",
            defaultValue = "postgresql",
            description = "postgresql or hsqldb; both are included, none has to be installed. With --scenario job or"
                    + " embedded also h2, if its jar is in lib/ (default: ${DEFAULT-VALUE}).")
    private DatabaseKind database;

    @Option(
            names = {"--dir", "--data"},
            paramLabel = "DIR",
            defaultValue = "data/crash",
            description = "The directory for all files of the run; must be empty (default: ${DEFAULT-VALUE}).")
    private Path directory;

    @Option(
            names = "--keep",
            description = "Keep all files even if no promise was found broken: about 50 MB for each 20 kills.")
    private boolean keep;

    /** @param transport the transport of this program */
    public CrashCommand(Transport transport) {
        this.transport = transport;
    }

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        if (!name.equals(transport.name())) {
            throw wrong("--transport " + name + " is not one of this program, which has " + transport.name());
        } else if (cycles < 1) {
            throw wrong("--cycles " + cycles + " is less than 1");
        } else if (time.isPresent() && spec.commandLine().getParseResult().hasMatchedOption("--cycles")) {
            throw wrong("--cycles and --for exclude each other");
        } else if (time.filter(given -> given.compareTo(SHORTEST) < 0).isPresent()) {
            throw wrong("--for " + time.get().toSeconds() + "s is less than " + SHORTEST.toSeconds() + "s");
        } else if (database == DatabaseKind.H2 && scenario == Transport.Scenario.BANK) {
            throw wrong("--database h2 needs --scenario job or embedded");
        }
        final List<Mishap> possible = new ArrayList<>(transport.mishaps(scenario, time.isPresent()));
        if (!mishaps.isEmpty() && !possible.containsAll(mishaps)) {
            throw wrong("of --mishaps " + mishaps + ", with these options only " + possible + " can happen");
        } else if (!mishaps.isEmpty()) {
            possible.retainAll(mishaps);
        }
        final Path place = directory.toAbsolutePath();
        if (!Trees.isEmpty(place)) {
            throw wrong(place + " is not empty: name another --dir, or delete its content");
        }
        final long used = seed.orElseGet(() -> ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        return run(new KillRun.Plan(cycles, time, possible, used, database, place, keep));
    }

    private int run(KillRun.Plan plan) throws IOException, SQLException, InterruptedException {
        boolean clean = false;
        try {
            final Report report = new Report(System.out);
            clean = new KillRun(plan, transport.rounds(scenario, plan, report), report).run();
        } finally {
            if (clean && !keep) {
                Trees.delete(plan.directory());
            } else {
                System.out.println("everything is kept in " + plan.directory());
            }
        }
        return clean ? 0 : 1;
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
