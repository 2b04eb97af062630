package dev.sluice.perf.forms;

import dev.sluice.perf.run.RunOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code forms}. */
@Command(
        name = "forms",
        description = "The forms of a job, a lone lookup, and the letters beside one SELECT at a time.")
public final class FormsCommand implements Callable<Integer> {

    @Mixin
    private RunOptions options;

    @Mixin
    private FormsOptions forms;

    @Override
    public Integer call() throws Exception {
        return options.perform(forms.experiment(options));
    }
}
