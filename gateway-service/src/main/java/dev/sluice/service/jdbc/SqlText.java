package dev.sluice.service.jdbc;

import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/** One SQL statement as the user wrote it, read as far as chunking needs. Immutable. */
public final class SqlText {

    /** What a statement does. */
    public enum Kind {
        /** Reads: SELECT, VALUES, TABLE, WITH … SELECT. */
        QUERY,
        /** Writes and can be rolled back: INSERT, UPDATE, DELETE, MERGE, also behind WITH. */
        UPDATE,
        /** Begins or ends a transaction or sets one up; the gateway's own business, so refused. */
        TRANSACTION,
        /** DDL, CALL, SET and the rest: not run in a transaction that others share. */
        OTHER
    }

    private SqlText() {}

    /**
     * Reads a statement.
     *
     * @throws SqlSyntaxException if it is empty, unterminated, or more than one statement
     */
    public static SqlText parse(String sql, SqlSyntax syntax) {
        throw new UnsupportedOperationException();
    }

    public Kind kind() {
        throw new UnsupportedOperationException();
    }

    /** The number of parameters. */
    public int parameters() {
        throw new UnsupportedOperationException();
    }

    /** The statement without a final {@code ;}, its parameters as {@code ?}. */
    public String sql() {
        throw new UnsupportedOperationException();
    }

    /** The statement with each parameter, numbered from 0, replaced. */
    public String sql(IntFunction<String> parameter) {
        throw new UnsupportedOperationException();
    }

    /** The first keyword, in capitals. */
    public String firstKeyword() {
        throw new UnsupportedOperationException();
    }

    /** Whether a query changes data all the same: a data-modifying WITH, or SELECT … INTO. */
    public boolean writes() {
        throw new UnsupportedOperationException();
    }

    /** Whether a query locks the rows it reads: FOR UPDATE, FOR SHARE and the like. */
    public boolean locks() {
        throw new UnsupportedOperationException();
    }

    /** Whether the whole statement is ordered, cut or both. */
    public boolean ordered() {
        throw new UnsupportedOperationException();
    }

    /** The names of what it calls, as written, with schema; quoted ones with their quotes. */
    public Set<String> functions() {
        throw new UnsupportedOperationException();
    }

    /** Its unquoted words in capitals, outside strings and comments. */
    public List<String> words() {
        throw new UnsupportedOperationException();
    }
}
