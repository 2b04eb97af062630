package dev.sluice.service.check;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.ConfigException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice check}: reports the mistakes in a configuration, and how the gateway will run its statements. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Reads a configuration and reports all mistakes in it, each with line and column.",
            "If there are none, connects to every database and service, prepares every statement, and prints how each"
                    + " will run, what each reads and writes, and which crashes the data survives.",
            "Measures the round trip to each backend, and prints how long a million of each lookup wait for it.",
            "Runs no statement, sends no request, and neither creates nor locks queues or databases. May be used while"
                    + " a gateway runs."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing is wrong; there may be warnings",
            "1:something is wrong with the configuration, or a backend cannot be reached or used",
            "2:wrong command line"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice check --config config/rest-json-server.yaml",
            "  sluice check --config config/gateway.yaml",
            "  SLUICE_DB_PASSWORD=... sluice check --config config/gateway-postgresql.yaml && echo ready"
        })
public final class CheckCommand implements Callable<Integer> {

    @Option(
            names = {"-c", "--config"},
            required = true,
            paramLabel = "FILE",
            description = "The configuration, such as config/gateway.yaml.")
    private Path file;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        try {
            final GatewayConfig config = BackendReview.load(file);
            out.println(file + ": gateway '" + config.name() + "', chunks of up to "
                    + config.chunk().limit() + QueuePlace.durability(config.queues()));
            out.flush(); // the rest may take some seconds
            final CheckReport report = Check.of(config);
            SecretsReview.inFiles(file, config).forEach(report::warning);
            out.print(report.text());
            return report.right() ? 0 : 1;
        } catch (final ConfigException e) {
            out.println(e.getMessage());
            return 1;
        } finally {
            out.flush();
        }
    }
}
