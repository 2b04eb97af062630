package dev.sluice.service.ctl;

import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.ctl.PageCall.NotThereException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice top}: a gateway's page in a terminal. */
@Command(
        name = "top",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows the page of a running gateway in the terminal, again every few seconds, until Ctrl-C: what needs a person, the"
                    + " backlog, rates, times, databases and services, runs and readers, the last failures.",
            "It needs health.port in the gateway's configuration; a browser sees the same there, with the last hour."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it was shown", "2:wrong command line", "3:no gateway answers there"},
        footerHeading = "%nExamples:%n",
        footer = {"  sluice top --config config/gateway.yaml", "  sluice top --url http://127.0.0.1:9464 --once"})
public final class TopCommand implements Callable<Integer> {

    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final int NOT_THERE = 3;

    @Mixin
    private Gatepost gatepost;

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            defaultValue = "2",
            description = "How long to wait in between (default: ${DEFAULT-VALUE}).")
    private int every;

    @Option(names = "--once", description = "Shows it once, for scripts.")
    private boolean once;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (every < 1) {
            throw new ParameterException(spec.commandLine(), "--every: expected a number from 1 on, not " + every);
        }
        final PrintWriter out = spec.commandLine().getOut();
        try {
            final PageCall page = gatepost.page();
            do {
                final String text = page.text();
                out.print((once ? "" : CLEAR) + text);
            } while (!out.checkError() && !once && pause());
            return 0;
        } catch (final NotThereException | ConfigException e) {
            spec.commandLine().getErr().println("sluice: " + e.getMessage());
            return NOT_THERE;
        }
    }

    /** False when it was interrupted. */
    private boolean pause() {
        try {
            TimeUnit.SECONDS.sleep(every);
            return true;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
