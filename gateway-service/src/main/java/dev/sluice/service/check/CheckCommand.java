package dev.sluice.service.check;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.rest.ServiceTrial;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice check}: what is wrong with a configuration, and what it will come to. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Reads a configuration and reports all mistakes in it, each with line and column.",
            "If there are none: connects to every database and service, prepares every statement, and prints how each"
                    + " will be asked, what it reads and writes, and what survives what.",
            "Runs no statement, sends no request but those of --try, makes and locks no queue and no database; may be used"
                    + " while a gateway runs."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing is wrong; there may be warnings",
            "1:something is wrong with the configuration, or a backend cannot be reached or used",
            "2:wrong command line"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice check --config config/rest-json-server.yaml --try customer=1,2,3,4,5",
            "  sluice check --config config/gateway.yaml",
            "  SLUICE_DB_PASSWORD=... sluice check --config config/gateway-postgresql.yaml && echo ready"
        })
public final class CheckCommand implements Callable<Integer> {

    private static final String HEADING = "Trial of ";

    @Option(
            names = {"-c", "--config"},
            required = true,
            paramLabel = "FILE",
            description = "The configuration, such as config/gateway.yaml.")
    private Path file;

    @Option(
            names = "--try",
            paramLabel = "LOOKUP=KEY,KEY...",
            description =
                    "Asks a service for these keys of a lookup in one chunk and each alone, and compares: a service"
                            + " may give less to several keys than to each of them. May be given several times.")
    private List<String> trials = List.of();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        try {
            final GatewayConfig config = BackendReview.load(file);
            out.println(file + ": gateway '" + config.name() + "', chunks of up to "
                    + config.chunk().limit() + ", " + QueuePlace.durability(config.queues()));
            out.flush(); // the rest may take some seconds
            final CheckReport report = Check.of(config);
            SecretsReview.inFiles(file, config).forEach(report::warning);
            out.print(report.text());
            final boolean same = tried(config, trials, out);
            return report.right() && same ? 0 : 1;
        } catch (final ConfigException e) {
            out.println(e.getMessage());
            return 1;
        } finally {
            out.flush();
        }
    }

    /** Asks keys of lookups in chunks and alone; returns whether chunks gave what single requests do. */
    private static boolean tried(GatewayConfig config, List<String> trials, PrintWriter out) {
        boolean same = true;
        for (final String trial : trials) {
            out.println();
            out.flush(); // it may take some seconds
            try {
                same &= tried(config, trial, out);
            } catch (final IllegalArgumentException e) {
                out.println(HEADING + trial + ": " + e.getMessage());
                same = false;
            }
        }
        return same;
    }

    private static boolean tried(GatewayConfig config, String trial, PrintWriter out) {
        final int equals = trial.indexOf('=');
        final String name = equals < 0 ? trial : trial.substring(0, equals);
        if (equals < 0 || !config.rest().lookups().containsKey(name)) {
            throw new IllegalArgumentException(
                    equals < 0
                            ? "expected a lookup and its keys, such as customer=1,2,3"
                            : "there is no lookup '" + name + "' behind a service; there are "
                                    + String.join(", ", config.rest().lookups().keySet()));
        }
        final List<String> keys = List.of(trial.substring(equals + 1).split(",")).stream()
                .map(String::strip)
                .distinct()
                .toList();
        final List<String> differences =
                ServiceTrial.differences(config, config.rest().lookups().get(name), keys);
        if (differences.isEmpty()) {
            out.println(HEADING + name + ": the chunk gives what the " + keys.size() + " single requests give");
            return true;
        }
        out.println(HEADING + name + ": the chunk gives something else than single requests, for " + differences.size()
                + " of " + keys.size() + " keys");
        differences.forEach(text -> out.println("  " + text));
        return false;
    }
}
