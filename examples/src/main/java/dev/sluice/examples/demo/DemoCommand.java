package dev.sluice.examples.demo;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice demo}. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes a letter for each of many contracts, through a gateway in a JVM of its own and then one at a time.",
            "Makes the data and starts the database itself. --kill kills the gateway in the middle. Interrupted or killed, the next run in the same directory"
                    + " continues it; a finished run is started over."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the letters are complete and equal, and each request has one result, in order",
            "1:requests failed, the letters differ, results are lost, twice or out of order, or the demo could not run",
            "2:wrong options, or options that do not fit the interrupted run",
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
        return Interruption.run(
                screen, "Run ./sluice demo again: it continues.", () -> new Demo(options, screen).run());
    }
}
