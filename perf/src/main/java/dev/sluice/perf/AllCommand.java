package dev.sluice.perf;

import dev.sluice.perf.burst.BurstCommand;
import dev.sluice.perf.coalesce.CoalesceCommand;
import dev.sluice.perf.events.EventsCommand;
import dev.sluice.perf.letters.LettersCommand;
import dev.sluice.perf.run.RunOptions;
import dev.sluice.perf.tier.TierCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code all}: the five experiments, each as its own command does it without options. */
@Command(name = "all", description = "The five experiments, one after the other, with one report.")
public final class AllCommand implements Callable<Integer> {

    @Mixin
    private RunOptions options;

    @Override
    public Integer call() throws Exception {
        return options.perform(
                BurstCommand.standard(options),
                LettersCommand.standard(options),
                CoalesceCommand.standard(options),
                EventsCommand.standard(options),
                TierCommand.standard(options));
    }
}
