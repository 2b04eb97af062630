package dev.sluice.examples.demo;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code sluice demo}. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes a letter for each of many contracts, first through a gateway in a separate JVM, then without the"
                    + " gateway, one at a time.",
            "Generates the data and starts the database itself. --kill kills the gateway in the middle of the run. A run that was"
                    + " interrupted or killed is continued by the next start in the same directory; a finished run is started over."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the letters are complete, and equal with and without the gateway; each request has one result, in order",
            "1:requests failed, letters differ, results are missing, duplicate or out of order, or the demo could not run",
            "2:wrong options, or options that differ from those of the interrupted run",
            "3:the gateway ended before the job did",
            "130:interrupted with Ctrl-C"
        })
public final class DemoCommand implements Callable<Integer> {

    @Mixin
    private DemoOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        options.problem().ifPresent(problem -> {
            throw new ParameterException(spec.commandLine(), problem);
        });
        final Screen screen = Screen.standard();
        return Interruption.run(screen, "To continue, run ./sluice demo again.", () -> new Demo(options, screen).run());
    }
}
