package dev.sluice.perf.micro;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.PostgreSql;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.sql.SqlText;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Rewriting a statement for chunks: done once for a declared one, and for ad hoc SQL that was not seen lately. */
@State(Scope.Thread)
public class RewriteBenchmark {

    private static final String SQL = "SELECT c.first_name, c.last_name, a.street, a.city FROM customer c"
            + " JOIN address a ON a.customer_id = c.id WHERE c.id = ? AND a.kind = 'primary' ORDER BY a.valid_from DESC";

    private final Dialect dialect = new PostgreSql();
    private final Signature signature = new Signature(List.of(ParameterType.of(ValueType.LONG)));
    private final SqlText parsed = SqlText.parse(SQL, dialect.syntax());

    @Benchmark
    public SqlText parse() {
        return SqlText.parse(SQL, dialect.syntax());
    }

    /** The chunked form for PostgreSQL, of what was parsed. */
    @Benchmark
    public String rewrite() {
        return dialect.readForms(parsed, signature).chunked().get(0).sql(500);
    }
}
