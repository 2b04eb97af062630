package dev.sluice.service.config;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.yaml.Key;
import dev.sluice.service.config.yaml.Section;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Named SQL that is run as a query or as an update, as its requests ask. */
public record StatementConfig(
        String name,
        String database,
        String sql,
        Optional<List<ValueType>> types,
        Optional<Set<String>> reads,
        Optional<Set<String>> writes,
        boolean chunk)
        implements Declaration {

    static final List<Key<?>> KEYS = List.of(
            DeclarationKeys.DATABASE,
            DeclarationKeys.SQL,
            DeclarationKeys.TYPES,
            DeclarationKeys.READS,
            DeclarationKeys.WRITES,
            DeclarationKeys.CHUNK);

    static StatementConfig read(String name, Section section, Set<String> databases) {
        section.allow(KEYS);
        return new StatementConfig(
                name,
                DeclarationKeys.database(section, databases),
                section.require(DeclarationKeys.SQL),
                section.findList(DeclarationKeys.TYPES),
                DeclarationKeys.tables(section, DeclarationKeys.READS),
                DeclarationKeys.tables(section, DeclarationKeys.WRITES),
                section.get(DeclarationKeys.CHUNK));
    }
}
