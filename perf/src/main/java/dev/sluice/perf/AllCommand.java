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
import picocli.CommandLine.Option;

/** The command {@code all}: the five experiments, each as its own command does it without options. */
@Command(name = "all", description = "The five experiments, one after the other, with one report.")
public final class AllCommand implements Callable<Integer> {

    private static final String[] SMALLEST_BURSTS =
            ("--updates 60 --singles 20 --transactions 25 --backlogs 2000 --rate 1000 --seconds 1 --writers 1,2"
                            + " --written 500")
                    .split(" ");
    private static final String[] SMALLEST_LETTERS =
            ("--contracts 200 --singles 20 --chunks 100 --pools 3 --latency 1ms --in-flight 2 --windows 500"
                            + " --loads 50")
                    .split(" ");
    private static final String[] SMALLEST_COALESCE =
            ("--requests 60 --keys 6 --delay 1-3 --threads 5 --workers 2 --batch 10 --calls-in-flight 1,2 --chunks 7"
                            + " --key-counts 60 --delays 2")
                    .split(" ");
    private static final String[] SMALLEST_EVENTS =
            "--only gateway,pool_of_10,one_each --rate 200 --full-millis 30 --warm-up 30 --loads 100".split(" ");
    private static final String[] SMALLEST_TIER =
            "--adds 12 --fits 12 --numbers 40 --chunks 1,5 --counts 10,50 --own-requests 200".split(" ");

    @Mixin
    private RunOptions options;

    @Option(
            names = "--smoke",
            description = "The smallest sizes: whether all of it runs here, and every answer is right. The figures say"
                    + " nothing.")
    private boolean smoke;

    @Override
    public Integer call() throws Exception {
        return smoke
                ? options.quickly()
                        .perform(
                                BurstCommand.with(options, SMALLEST_BURSTS),
                                LettersCommand.with(options, SMALLEST_LETTERS),
                                CoalesceCommand.with(options, SMALLEST_COALESCE),
                                EventsCommand.with(options, SMALLEST_EVENTS),
                                TierCommand.with(options, SMALLEST_TIER))
                : options.perform(
                        BurstCommand.with(options),
                        LettersCommand.with(options),
                        CoalesceCommand.with(options),
                        EventsCommand.with(options),
                        TierCommand.with(options));
    }
}
