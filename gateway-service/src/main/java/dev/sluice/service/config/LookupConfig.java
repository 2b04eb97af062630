package dev.sluice.service.config;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.yaml.Key;
import dev.sluice.service.config.yaml.Section;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A named question with a key. It only reads. */
public record LookupConfig(
        String name,
        String database,
        String sql,
        Optional<List<ValueType>> types,
        Optional<Set<String>> reads,
        boolean chunk,
        Optional<CacheConfig> cache)
        implements Declaration {

    static final List<Key<?>> KEYS = List.of(
            DeclarationKeys.DATABASE,
            DeclarationKeys.SQL,
            DeclarationKeys.TYPES,
            DeclarationKeys.READS,
            DeclarationKeys.CHUNK);

    /** No table: never empty, since a lookup is known to write nothing. */
    @Override
    public Optional<Set<String>> writes() {
        return Optional.of(Set.of());
    }

    static LookupConfig read(String name, Section section, Set<String> databases) {
        section.refuse(DeclarationKeys.WRITES.name(), "a lookup only reads; declare SQL that writes under statements");
        section.allow(KEYS, CacheConfig.SECTION);
        return new LookupConfig(
                name,
                DeclarationKeys.database(section, databases),
                section.require(DeclarationKeys.SQL),
                section.findList(DeclarationKeys.TYPES),
                DeclarationKeys.tables(section, DeclarationKeys.READS),
                section.get(DeclarationKeys.CHUNK),
                CacheConfig.read(section, section.get(DeclarationKeys.CHUNK)));
    }
}
