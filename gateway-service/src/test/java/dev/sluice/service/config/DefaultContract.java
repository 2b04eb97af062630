package dev.sluice.service.config;

import dev.sluice.service.config.ContractConfig.Again;
import dev.sluice.service.config.ContractConfig.Answer;
import dev.sluice.service.config.ContractConfig.Ask;
import dev.sluice.service.config.ContractConfig.Match;
import dev.sluice.service.config.ContractConfig.Missing;
import dev.sluice.service.config.ContractConfig.Nested;
import dev.sluice.service.config.ContractConfig.Quoting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The contract of services that were made for chunks; {@code docs/reference/rest.openapi.yaml} describes it. */
public final class DefaultContract {

    private static final String BODY = "{\"items\": \"{items}\"}";
    private static final String LOOKUP_ITEM = "{\"id\": \"{id}\", \"key\": \"{key}\"}";
    private static final String EVENT_ITEM =
            "{\"id\": \"{id}\", \"idempotencyKey\": \"{idempotencyKey}\", \"payload\": \"{payload}\"}";
    private static final String ITEMS = "/items";
    private static final String ID = "/id";
    private static final String VALUE = "/value";
    private static final String REPLY = "/reply";
    private static final String STATUS = "/status";
    private static final String PROBLEM = "/problem";
    private static final int LIMIT = 100;

    private DefaultContract() {}

    /** That of a lookup. */
    public static ContractConfig lookup(String name) {
        return contract("/" + name + ":lookup", LOOKUP_ITEM, VALUE);
    }

    /** That of an endpoint. */
    public static ContractConfig endpoint(String name) {
        return contract("/" + name, EVENT_ITEM, REPLY);
    }

    private static ContractConfig contract(String path, String item, String value) {
        return new ContractConfig(
                new Ask("POST", path, "", Optional.of(BODY), item, ",", Quoting.NONE, LIMIT, Map.of()),
                new Answer(
                        ITEMS,
                        Match.ID,
                        List.of(ID),
                        value,
                        Optional.of(STATUS),
                        Optional.of(PROBLEM),
                        Optional.empty(),
                        Set.of(),
                        Set.of(),
                        Again.of(Set.of()),
                        Missing.FAILURE,
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        Nested.FLATTEN,
                        Map.of()));
    }
}
