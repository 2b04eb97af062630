package dev.sluice.service.equivalence;

import dev.sluice.api.RequestKind;
import dev.sluice.api.ValueType;
import dev.sluice.service.config.CacheConfig;
import dev.sluice.service.config.ContractConfig;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.Declaration.Chunking;
import dev.sluice.service.config.RestDeclaration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A template as one program has it.
 *
 * @param typed whether it is declared with the types of its arguments
 * @param declared whether it is declared what it touches
 * @param cached whether a lookup of it has a cache
 */
record Variant(
        int number, Template template, Role role, boolean typed, boolean declared, boolean chunk, boolean cached) {

    /** How requests name it. */
    enum Role {
        LOOKUP,
        STATEMENT,
        AD_HOC
    }

    static Variant draw(int number, Template template, Random random) {
        final boolean adHoc = !template.fits() || random.nextInt(4) == 0;
        final boolean lookup = !template.update() && random.nextInt(3) > 0;
        return new Variant(
                number,
                template,
                adHoc ? Role.AD_HOC : lookup ? Role.LOOKUP : Role.STATEMENT,
                !adHoc && random.nextBoolean(),
                !adHoc && random.nextInt(4) > 0,
                random.nextInt(10) > 0,
                random.nextInt(4) == 0);
    }

    static Variant drawLookup(int number, Template template, Random random) {
        return new Variant(
                number,
                template,
                Role.LOOKUP,
                true,
                random.nextBoolean(),
                random.nextInt(10) > 0,
                random.nextBoolean());
    }

    RequestKind kind() {
        if (template.update()) {
            return RequestKind.UPDATE;
        }
        return role == Role.LOOKUP ? RequestKind.LOOKUP : RequestKind.QUERY;
    }

    String name(Product product) {
        return role == Role.AD_HOC ? template.sql(product) : "v" + number;
    }

    Optional<List<ValueType>> types() {
        return typed ? Optional.of(template.types()) : Optional.empty();
    }

    Declaration lookup(Product product, String database) {
        return new Declaration(
                name(product),
                true,
                database,
                template.sql(product),
                types(),
                reads(),
                Optional.of(Set.of()),
                chunk ? Chunking.PROVED : Chunking.NEVER,
                Set.of(),
                cache());
    }

    /** The same as a lookup of a service. */
    RestDeclaration lookup(Product product, String service, ContractConfig contract) {
        return new RestDeclaration(
                name(product),
                false,
                service,
                types(),
                reads(),
                Optional.of(Set.of()),
                RestDeclaration.Payload.TEXT,
                chunk,
                contract,
                cache());
    }

    /** Nobody else writes these tables, so that a cache changes nothing. */
    private Optional<CacheConfig> cache() {
        return cached && chunk
                ? Optional.of(new CacheConfig(20, Duration.ofMinutes(1), Duration.ofMinutes(1)))
                : Optional.empty();
    }

    Declaration statement(Product product, String database) {
        final Optional<Set<String>> writes = declared ? Optional.of(template.writes()) : Optional.empty();
        return new Declaration(
                name(product),
                false,
                database,
                template.sql(product),
                types(),
                reads(),
                writes,
                chunk ? Chunking.PROVED : Chunking.NEVER,
                Set.of(),
                Optional.empty());
    }

    private Optional<Set<String>> reads() {
        return declared ? Optional.of(template.reads()) : Optional.empty();
    }
}
