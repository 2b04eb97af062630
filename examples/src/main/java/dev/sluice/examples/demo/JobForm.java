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

/** The forms of the letters job: the same job, written with different parts of the client's API. */
enum JobForm {
    CALLBACKS(LettersJob::new, "All results were read again from the output queue, and no request was written twice."),
    FUTURES(LettersByFutures::new, JobForm.PASSED_OVER),
    VIRTUAL_THREADS(LettersByLoop::ofFutures, JobForm.PASSED_OVER),
    PIPELINE(
            LettersByPipeline::new,
            "A pipeline does not read earlier results again, so all lookups and updates after its last mark were"
                    + " repeated."),
    DECLARED(LettersByLoop::ofDeclared, JobForm.PASSED_OVER);

    private static final String PASSED_OVER =
            "Contracts before the last mark were skipped, and requests after it were not written again.";

    /** Creates a job of one form. */
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

    /** Describes how a run of this form has continued an interrupted run. */
    String continued() {
        return continued;
    }

    /** Returns the form whose {@link #toString} gives the name. */
    static JobForm of(String name) {
        return Arrays.stream(values())
                .filter(form -> form.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no form has the name '" + name + "'"));
    }

    /** Opens a client for this form. Only callbacks need a named client: the other forms record their progress themselves. */
    GatewayClient client(String address, int lanes) {
        final ClientBuilder client = GatewayClient.builder(address).options(QueueOptions.DEFAULTS.withLanes(lanes));
        return (this == CALLBACKS ? client.name("letters") : client).open();
    }

    /** Creates a job of this form with a client from {@link #client}, which the caller closes. */
    LettersForm job(GatewayClient client, DataSource database, Path file, LocalDate date) {
        return maker.make(client, database, file, date);
    }

    /** Returns the name that is used on the command line and in the state file. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
