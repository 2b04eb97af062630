package dev.sluice.faults.kill.bank;

import dev.sluice.api.RequestKind;
import dev.sluice.faults.kill.Stores;
import java.net.URI;

/** The operations as the gateway's configuration declares them. */
final class Declarations {

    private Declarations() {}

    /**
     * Its text.
     *
     * @param items the service that has the items of the first database
     */
    static String text(URI items) {
        final StringBuilder text = new StringBuilder();
        text.append("services:\n  items:\n    url: %s\n    maxBackoff: 1s\n".formatted(items));
        text.append("lookups:\n");
        declare(text, true);
        text.append("statements:\n");
        declare(text, false);
        return text.toString();
    }

    private static void declare(StringBuilder text, boolean lookups) {
        for (final Operation operation : Operation.values()) {
            if (operation == Operation.UNKNOWN || lookups != (operation.kind() == RequestKind.LOOKUP)) {
                continue;
            }
            for (final String database : Stores.NAMES) {
                if (operation.nameFor(database).equals(ItemService.LOOKUP)) {
                    text.append("  %s:\n    service: items\n    types: [long]\n".formatted(ItemService.LOOKUP));
                    continue;
                }
                text.append("  %s:\n    database: %s\n    sql: %s\n    types: [%s]\n"
                        .formatted(
                                operation.nameFor(database),
                                database,
                                operation.sql(),
                                "long, ".repeat(operation.parameters()).replaceAll(", $", "")));
                operation
                        .tables()
                        .forEach(line -> text.append("    ").append(line).append('\n'));
            }
        }
    }
}
