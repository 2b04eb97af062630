package dev.sluice.examples.demo;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Properties;

/**
 * The state of the run in a directory: its parameters and its stage. It is stored in a file in this directory.
 *
 * @param contracts the number of contracts
 * @param seed the seed of the generated data
 * @param rest whether lookups go to REST services
 * @param planted whether the customer service answers some customers wrongly
 * @param form the form in which the job is written
 * @param lanes the number of lanes
 * @param brokers the number of Kafka brokers for the lanes, or 0 if the lanes are queues on disk
 */
record DemoState(
        int contracts,
        long seed,
        DatabaseKind database,
        boolean rest,
        boolean planted,
        JobForm form,
        int lanes,
        int brokers,
        Stage stage) {

    /** The stages of a run. */
    enum Stage {
        /** The data is being generated. If this is interrupted, the next run starts over. */
        LOADING,
        /** The job runs or is compared. If this is interrupted, the next run continues it. */
        RUNNING,
        /** The run is finished, and the next run starts over. */
        FINISHED
    }

    private static final String FORMAT = "1";

    /** Reads a state. */
    static DemoState read(Path file) throws IOException {
        final Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        final String format = properties.getProperty("format", "none");
        if (!format.equals(FORMAT)) {
            throw new DemoException(file + " has format " + format + ", but this version uses format " + FORMAT
                    + ": run with --fresh to start over");
        }
        try {
            return new DemoState(
                    Integer.parseInt(properties.getProperty("contracts")),
                    Long.parseLong(properties.getProperty("seed")),
                    DatabaseKind.valueOf(properties.getProperty("database").toUpperCase(Locale.ROOT)),
                    Boolean.parseBoolean(properties.getProperty("rest")),
                    Boolean.parseBoolean(properties.getProperty("planted")),
                    JobForm.of(properties.getProperty("form", JobForm.CALLBACKS.toString())),
                    Integer.parseInt(properties.getProperty("lanes", "1")),
                    Integer.parseInt(properties.getProperty("brokers", "0")),
                    Stage.valueOf(properties.getProperty("stage")));
        } catch (final IllegalArgumentException | NullPointerException e) {
            throw new DemoException(file + " is damaged: run with --fresh to start over", e);
        }
    }

    /** Replaces the file atomically, so that a kill leaves either the old state or the new one. */
    void write(Path file) throws IOException {
        final Properties properties = new Properties();
        properties.setProperty("format", FORMAT);
        properties.setProperty("contracts", Integer.toString(contracts));
        properties.setProperty("seed", Long.toString(seed));
        properties.setProperty("database", database.toString());
        properties.setProperty("rest", Boolean.toString(rest));
        properties.setProperty("planted", Boolean.toString(planted));
        properties.setProperty("form", form.toString());
        properties.setProperty("lanes", Integer.toString(lanes));
        properties.setProperty("brokers", Integer.toString(brokers));
        properties.setProperty("stage", stage.name());
        final Path next = file.resolveSibling(file.getFileName() + ".next");
        try (Writer writer = Files.newBufferedWriter(next)) {
            properties.store(writer, "The state of a run of the demo");
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    DemoState at(Stage next) {
        return new DemoState(contracts, seed, database, rest, planted, form, lanes, brokers, next);
    }

    /** Returns the parameters in the form of the command line. */
    String parameters() {
        return "--contracts " + contracts + " --seed " + seed + " --database " + database + (rest ? " --rest" : "")
                + (planted ? " --planted-differences" : "")
                + " --form " + form
                + (lanes == 1 ? "" : " --lanes " + lanes)
                + (brokers == 0 ? "" : " --transport kafka --brokers " + brokers);
    }
}
