package dev.sluice.service.core.plan;

import dev.sluice.service.core.Operation;
import dev.sluice.service.core.OperationCounts;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What became of requests, by the name of what they ask for. There are as many names as the configuration declares, and
 * two: jobs may send any number of texts as SQL.
 */
public final class RequestCounts {

    /** What SQL that jobs send is counted under. */
    public static final String SQL = "sql";

    /** What requests are counted under that name nothing that can be asked, or cannot be read. No name looks like it. */
    public static final String REFUSED = "(refused)";

    private final Map<String, OperationCounts> byName = new ConcurrentHashMap<>();
    private final OperationCounts sql;
    private final OperationCounts refused;

    /** @param names what is declared */
    public RequestCounts(Collection<String> names) {
        names.forEach(this::of);
        sql = of(SQL);
        refused = of(REFUSED);
    }

    private OperationCounts of(String name) {
        return byName.computeIfAbsent(name, OperationCounts::new);
    }

    OperationCounts of(Operation operation) {
        if (!operation.declared()) {
            return sql;
        }
        final OperationCounts known = byName.get(operation.name());
        return known == null ? of(operation.name()) : known;
    }

    OperationCounts refused() {
        return refused;
    }

    /** All, in no order. Any thread. */
    public Collection<OperationCounts> all() {
        return Collections.unmodifiableCollection(byName.values());
    }
}
