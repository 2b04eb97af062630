package dev.sluice.service.generated;

import java.util.ArrayList;
import java.util.List;

/**
 * The tables of one case with their content, and all that belongs to them.
 *
 * @param ddl statements that make it, in this order
 * @param functions calls from a number, {@code %s}, to a number
 * @param contents queries that show what is in it
 */
record Schema(List<String> ddl, List<Relation> relations, List<String> functions, List<String> contents) {

    Schema {
        ddl = List.copyOf(ddl);
        relations = List.copyOf(relations);
        functions = List.copyOf(functions);
        contents = List.copyOf(contents);
    }

    /** Returns the schema without one of its statements: it may be none that a database takes. */
    Schema without(int statement) {
        final List<String> fewer = new ArrayList<>(ddl);
        fewer.remove(statement);
        return new Schema(fewer, relations, functions, contents);
    }
}
