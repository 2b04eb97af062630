package dev.sluice.service.generated;

import java.nio.file.Path;
import java.sql.SQLException;

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
}
