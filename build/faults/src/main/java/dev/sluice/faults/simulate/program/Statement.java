package dev.sluice.faults.simulate.program;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.footprint.Bound;
import dev.sluice.service.core.footprint.DatabaseIdentity;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.footprint.TableName;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A statement that the requests of a simulated job, its {@link Program}, can name, with its effects and its declaration.
 *
 * @param backend the number of its backend
 * @param database the number of that backend's database
 * @param nature the kind of statement
 * @param reads the tables that it reads, one bit each
 * @param writes the tables that it writes, one bit each
 * @param declared whether these tables are declared; otherwise the statement counts as touching everything
 * @param byRow whether it touches only one row of each table, given by its argument; otherwise all rows
 * @param chunked whether its requests may share a call
 * @param callLimit the maximum number of requests in one call
 * @param fallible whether it fails for some contents of its tables
 */
public record Statement(
        String name,
        int backend,
        int database,
        Nature nature,
        int reads,
        int writes,
        boolean declared,
        boolean byRow,
        boolean chunked,
        int callLimit,
        boolean fallible) {

    /** The number of tables of a database. */
    public static final int TABLES = 4;
    /** The number of rows of a table. */
    public static final int ROWS = 4;
    /** The number of rows of a database. */
    public static final int CELLS = TABLES * ROWS;

    /** The number, from 0, of the argument that gives the row. */
    static final int ROW = 1;

    private static final int ALL_ROWS = (1 << ROWS) - 1;

    public enum Nature {
        LOOKUP,
        QUERY,
        UPDATE,
        /** An update that fails only at the commit. */
        DEFERRED,
        /** An update that cannot run in a transaction; running it again does no harm. */
        OUTSIDE;

        public boolean update() {
            return this == UPDATE || this == DEFERRED || this == OUTSIDE;
        }
    }

    /** A statement together with the backend that answers it in one run of the gateway. */
    public record Resolved(Statement statement, Footprint touched, Backend backend) implements Operation {

        public Resolved(Statement statement, Backend backend) {
            this(statement, statement.footprint(), backend);
        }

        @Override
        public Footprint footprint(Arguments arguments) {
            return touched;
        }

        @Override
        public String name() {
            return statement.name();
        }

        @Override
        public boolean update() {
            return statement.update();
        }

        @Override
        public boolean chunked() {
            return statement.chunked();
        }

        @Override
        public boolean sharesEqualKeys() {
            return statement.nature() == Nature.LOOKUP;
        }

        @Override
        public int callLimit() {
            return statement.callLimit();
        }
    }

    /** Returns the statement of a question. */
    public static Statement of(Question question) {
        return ((Resolved) question.operation()).statement();
    }

    public boolean update() {
        return nature.update();
    }

    Footprint footprint() {
        final Optional<Map<TableName, Set<Bound>>> read = declared ? Optional.of(bound(reads)) : Optional.empty();
        final Optional<Map<TableName, Set<Bound>>> written =
                declared || !update() ? Optional.of(bound(writes)) : Optional.empty();
        return Footprint.of(DatabaseIdentity.named("d" + database), read, written);
    }

    private Map<TableName, Set<Bound>> bound(int bits) {
        final Set<Bound> bounds = byRow ? Set.of(new Bound("row", ROW)) : Set.of();
        return tables(bits).stream().collect(Collectors.toMap(TableName::of, table -> bounds));
    }

    /** Returns the rows that the statement reads with an argument, one bit each. */
    public int readCells(int argument) {
        return cells(reads, argument);
    }

    /** Returns the rows that the statement writes with an argument, one bit each. */
    public int writtenCells(int argument) {
        return cells(writes, argument);
    }

    private int cells(int bits, int argument) {
        int cells = 0;
        for (int table = 0; table < TABLES; table++) {
            if ((bits & 1 << table) != 0) {
                cells |= (byRow ? 1 << argument % ROWS : ALL_ROWS) << table * ROWS;
            }
        }
        return cells;
    }

    private static Set<String> tables(int bits) {
        final Set<String> names = new TreeSet<>();
        for (int table = 0; table < TABLES; table++) {
            if ((bits & 1 << table) != 0) {
                names.add(String.valueOf((char) ('a' + table)));
            }
        }
        return names;
    }

    @Override
    public String toString() {
        return name + " = " + nature + " on b" + backend + "/d" + database + (declared ? " " : " undeclared ")
                + "reads " + tables(reads) + " writes " + tables(writes)
                + (byRow ? " by row" : "")
                + (chunked ? " chunks of " + callLimit : " alone") + (fallible ? ", fallible" : "");
    }
}
