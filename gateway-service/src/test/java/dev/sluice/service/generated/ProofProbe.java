package dev.sluice.service.generated;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.OptionalInt;

/** Compares a mutant's program with plain JDBC, in whatever classes it is loaded with. */
public final class ProofProbe {

    private ProofProbe() {}

    /** Returns how gateway and plain JDBC differ; empty if they do not. */
    public static String difference(String mutant, String directory) throws SQLException {
        final Case program = ProofMutant.all()
                .filter(each -> each.toString().equals(mutant))
                .findFirst()
                .orElseThrow()
                .program();
        try (Bench bench = new Bench(program.product(), Path.of(directory))) {
            final Bench.Tried tried = bench.compare(program);
            if (!tried.program().schema().ddl().equals(program.schema().ddl())
                    || tried.program().steps().size() != program.steps().size()) {
                throw new IllegalStateException("the database refuses a part of " + program);
            }
            return tried.difference().orElse("");
        }
    }

    /**
     * Compares drawn programs with plain JDBC.
     *
     * @return the number of programs up to the first one that differs; empty if none of so many does
     */
    public static OptionalInt programsUntilOneDiffers(String product, int programs, String directory)
            throws SQLException {
        try (Bench bench = new Bench(Product.valueOf(product), Path.of(directory))) {
            for (int seed = 1; seed <= programs; seed++) {
                if (bench.compare(Case.draw(seed, Product.valueOf(product)))
                        .difference()
                        .isPresent()) {
                    return OptionalInt.of(seed);
                }
            }
            return OptionalInt.empty();
        }
    }
}
