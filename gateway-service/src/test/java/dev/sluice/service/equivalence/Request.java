package dev.sluice.service.equivalence;

import dev.sluice.api.RequestKind;
import java.util.Arrays;
import java.util.Optional;

/**
 * One request of a program.
 *
 * @param variant what it asks for; empty if there is nothing of its name
 * @param refused whether it can never be asked: it must fail and leave no trace
 */
record Request(RequestKind kind, String name, Object[] arguments, Optional<Variant> variant, boolean refused) {

    boolean ordered() {
        return variant.map(one -> one.template().ordered()).orElse(true);
    }

    @Override
    public String toString() {
        return kind + " " + name + " " + Arrays.toString(arguments)
                + variant.map(one ->
                                " " + one.role() + (one.typed() ? " typed" : "") + (one.declared() ? " declared" : "")
                                        + " " + one.template().sql(Product.POSTGRESQL))
                        .orElse("");
    }
}
