package dev.sluice.service.equivalence;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.Arguments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What one seed draws: settings, declarations and requests. */
record Program(
        long seed,
        Product product,
        int chunkLimit,
        int callsInFlight,
        int updatesPerTransaction,
        List<Variant> variants,
        List<Request> requests) {

    private static final int[] LIMITS = {1, 2, 3, 10, 100, 1_000};
    private static final int[] IN_FLIGHT = {1, 4};

    static Program draw(long seed, Product product) {
        // seeds in a row give correlated first numbers
        final Random random = new Random(seed * 0x9E3779B97F4A7C15L + product.ordinal());
        final List<Variant> variants = new ArrayList<>();
        final int reads = 1 + random.nextInt(5);
        for (int i = 0; i < reads; i++) {
            variants.add(Variant.draw(variants.size(), any(Templates.READS, random), random));
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            variants.add(Variant.draw(variants.size(), any(Templates.UPDATES, random), random));
        }
        if (random.nextInt(4) == 0) {
            variants.add(Variant.draw(variants.size(), any(Templates.MISFITS, random), random));
        }
        if (random.nextInt(8) == 0
                && product != Product.SQLITE // its driver counts rows that a rename does not change
                && product != Product.DERBY) { // it knows no ALTER TABLE that renames
            variants.set(0, Variant.draw(0, any(Templates.SHAPES, random), random));
            Templates.RENAMES.forEach(rename -> variants.add(Variant.draw(variants.size(), rename, random)));
        }
        final int updatesIn = 1 + random.nextInt(12);
        final int size = 5 + random.nextInt(random.nextInt(3) == 0 ? 76 : 36);
        final List<Request> requests = new ArrayList<>();
        while (requests.size() < size) {
            final boolean anything = random.nextInt(updatesIn) == 0;
            final List<Variant> choice = anything ? variants : variants.subList(0, reads);
            final Variant variant = any(choice, random);
            // equal updates in a row may become one statement
            final int equal = variant.template().update() && random.nextBoolean() ? 1 + random.nextInt(8) : 1;
            for (int i = 0; i < equal; i++) {
                requests.add(request(variant, product, random));
            }
        }
        return new Program(
                seed,
                product,
                LIMITS[random.nextInt(LIMITS.length)],
                IN_FLIGHT[random.nextInt(IN_FLIGHT.length)],
                LIMITS[random.nextInt(LIMITS.length)],
                List.copyOf(variants),
                List.copyOf(requests));
    }

    /** Lookups only, all declared with their types, out of those that are given. */
    static Program drawLookups(long seed, Product product, List<Template> templates) {
        final Random random = new Random(seed * 0x9E3779B97F4A7C15L + product.ordinal());
        final List<Variant> variants = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            variants.add(Variant.drawLookup(variants.size(), any(templates, random), random));
        }
        final List<Request> requests = new ArrayList<>();
        for (int i = 5 + random.nextInt(76); i > 0; i--) {
            requests.add(request(any(variants, random), product, random));
        }
        return new Program(
                seed,
                product,
                LIMITS[random.nextInt(LIMITS.length)],
                IN_FLIGHT[random.nextInt(IN_FLIGHT.length)],
                1,
                List.copyOf(variants),
                List.copyOf(requests));
    }

    Program with(List<Request> others) {
        return new Program(seed, product, chunkLimit, callsInFlight, updatesPerTransaction, variants, others);
    }

    Program oneAtATime() {
        return new Program(seed, product, 1, 1, 1, variants, requests);
    }

    private static Request request(Variant variant, Product product, Random random) {
        final String name = variant.name(product);
        final List<Argument> kinds = variant.template().arguments();
        final Object[] values = kinds.stream()
                .map(kind -> {
                    final int chance = random.nextInt(40);
                    final boolean wrong = chance == 1 && product.decidesOnWrongTypes();
                    return chance == 0 ? null : wrong ? kind.drawOfAnotherType(random) : kind.draw(random);
                })
                .toArray();
        return switch (random.nextInt(80)) {
            case 0 -> new Request(RequestKind.LOOKUP, "unheard-of", values, Optional.empty(), true);
            case 1 -> {
                final Object[] more = Arrays.copyOf(values, values.length + 1);
                yield new Request(variant.kind(), name, more, Optional.of(variant), true);
            }
            default -> new Request(variant.kind(), name, values, Optional.of(variant), !fits(variant, values));
        };
    }

    private static boolean fits(Variant variant, Object[] values) {
        if (!variant.typed()) {
            return true;
        }
        final Arguments arguments = Arguments.of(values);
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null
                    && arguments.type(i) != variant.template().types().get(i)) {
                return false;
            }
        }
        return true;
    }

    private static <T> T any(List<T> choice, Random random) {
        return choice.get(random.nextInt(choice.size()));
    }

    @Override
    public String toString() {
        return "seed=" + seed + " database=" + product + " chunkLimit=" + chunkLimit + " callsInFlight=" + callsInFlight
                + " updatesPerTransaction=" + updatesPerTransaction;
    }
}
