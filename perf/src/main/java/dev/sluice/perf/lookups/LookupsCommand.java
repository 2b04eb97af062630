package dev.sluice.perf.lookups;

import dev.sluice.perf.run.RunOptions;
import dev.sluice.perf.system.DatabaseOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code lookups}. */
@Command(name = "lookups", description = "Lookups beside a hand-written chunk loop and one SELECT at a time.")
public final class LookupsCommand implements Callable<Integer> {

    @Mixin
    private RunOptions options;

    @Mixin
    private DatabaseOptions database;

    @Option(names = "--lookups", paramLabel = "N", description = "How many in each measurement.")
    private Optional<Integer> lookups = Optional.empty();

    @Option(names = "--rows", paramLabel = "N", description = "Of the table.")
    private Optional<Integer> rows = Optional.empty();

    @Option(
            names = "--chunks",
            paramLabel = "N",
            split = ",",
            defaultValue = "10,100,500,1000",
            description = "The chunk limits; ${DEFAULT-VALUE} by default.")
    private List<Integer> chunks;

    @Override
    public Integer call() throws Exception {
        return options.perform(new LookupsExperiment(
                database.choice(),
                new LookupsExperiment.Sizes(
                        options.size(lookups, 100_000, 60_000), options.size(rows, 200_000, 50_000), chunks)));
    }
}
