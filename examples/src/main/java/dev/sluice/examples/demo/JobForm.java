package dev.sluice.examples.demo;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.ClientBuilder;
import dev.sluice.client.GatewayClient;
import dev.sluice.examples.letters.LettersByFutures;
import dev.sluice.examples.letters.LettersByLoop;
import dev.sluice.examples.letters.LettersByPipeline;
import dev.sluice.examples.letters.LettersForm;
import dev.sluice.examples.letters.LettersJob;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Locale;
import javax.sql.DataSource;

/** The forms that the letters job is written in. */
enum JobForm {
    CALLBACKS(LettersJob::new, "The results were all taken again from the output queue, and nothing was asked twice."),
    FUTURES(LettersByFutures::new, JobForm.PASSED_OVER),
    VIRTUAL_THREADS(LettersByLoop::ofFutures, JobForm.PASSED_OVER),
    PIPELINE(
            LettersByPipeline::new,
            "A pipeline has no history: what was not done at its last mark was asked again, and those updates repeated."),
    DECLARED(LettersByLoop::ofDeclared, JobForm.PASSED_OVER);

    private static final String PASSED_OVER =
            "What was done at the last mark was passed over, and what was asked after it was not asked again.";

    /** Makes a job of that form. */
    @FunctionalInterface
    private interface Maker {
        LettersForm make(GatewayClient client, DataSource database, Path file, LocalDate date);
    }

    private final Maker maker;
    private final String continued;

    JobForm(Maker maker, String continued) {
        this.maker = maker;
        this.continued = continued;
    }

    /** Tells how a run of this form goes on with an interrupted one. */
    String continued() {
        return continued;
    }

    /** The form of that name, as {@link #toString} gives it. */
    static JobForm of(String name) {
        return Arrays.stream(values())
                .filter(form -> form.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no form has the name '" + name + "'"));
    }

    /** A client as this form needs it: the one of callbacks goes on under its name, the jobs know what they have asked. */
    GatewayClient client(String address, int lanes) {
        final ClientBuilder client = GatewayClient.builder(address).options(QueueOptions.DEFAULTS.withLanes(lanes));
        return (this == CALLBACKS ? client.name("letters") : client).open();
    }

    /** A job of this form over such a client, which its caller closes. */
    LettersForm job(GatewayClient client, DataSource database, Path file, LocalDate date) {
        return maker.make(client, database, file, date);
    }

    /** As it is written on the command line and in the state file. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
