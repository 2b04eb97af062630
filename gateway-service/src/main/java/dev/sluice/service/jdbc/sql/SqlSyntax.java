package dev.sluice.service.jdbc.sql;

import java.util.EnumSet;
import java.util.Set;

/** The differences of a database's syntax from standard SQL that affect how parameters and names are found. Immutable. */
public record SqlSyntax(Set<Trait> traits) {

    /** A difference. */
    public enum Trait {
        /** Block comments nest. */
        NESTED_COMMENTS,
        /** {@code $tag$…$tag$} is a string. */
        DOLLAR_QUOTES,
        /** {@code E'…'} may contain backslash escapes. */
        ESCAPE_STRINGS,
        /** {@code ??} is the question mark of an operator. */
        DOUBLED_QUESTION_MARK,
        /** {@code `…`} is a name. */
        BACKQUOTES,
        /** {@code […]} is a name. */
        BRACKETS,
        /** {@code "…"} may be a string. */
        QUOTED_STRINGS,
        /** {@code #} is part of names. */
        HASH_NAMES,
        /** {@code //} begins a comment. */
        SLASH_COMMENTS,
        /** {@code \} begins an escape within strings. */
        BACKSLASHES,
        /** {@code #} begins a comment; {@code --} begins one only if white space follows. */
        HASH_COMMENTS
    }

    public static final SqlSyntax STANDARD = of(Trait.HASH_NAMES);
    public static final SqlSyntax POSTGRESQL =
            of(Trait.NESTED_COMMENTS, Trait.DOLLAR_QUOTES, Trait.ESCAPE_STRINGS, Trait.DOUBLED_QUESTION_MARK);
    /** For all modes of HSQLDB together, because syntax that only one mode knows is an error in all other modes. */
    public static final SqlSyntax HSQLDB = STANDARD.with(Trait.BACKQUOTES);
    /** For all modes of H2 except MSSQLServer, in which brackets quote names; in the others they mark arrays. */
    public static final SqlSyntax H2 =
            of(Trait.NESTED_COMMENTS, Trait.DOLLAR_QUOTES, Trait.BACKQUOTES, Trait.SLASH_COMMENTS, Trait.HASH_NAMES);
    /** For the default {@code sql_mode} of MariaDB. */
    public static final SqlSyntax MARIADB =
            of(Trait.BACKQUOTES, Trait.QUOTED_STRINGS, Trait.BACKSLASHES, Trait.HASH_COMMENTS);

    public static final SqlSyntax SQL_SERVER = STANDARD.with(Trait.BRACKETS);

    public SqlSyntax {
        traits = Set.copyOf(traits);
    }

    private static SqlSyntax of(Trait first, Trait... others) {
        return new SqlSyntax(EnumSet.of(first, others));
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    public SqlSyntax with(Trait trait) {
        final Set<Trait> more = EnumSet.of(trait);
        more.addAll(traits);
        return new SqlSyntax(more);
    }

    public SqlSyntax without(Trait trait) {
        final Set<Trait> fewer = EnumSet.copyOf(traits);
        fewer.remove(trait);
        return new SqlSyntax(fewer);
    }
}
