package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.ContractConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.RestConfig;
import dev.sluice.service.config.LimitsConfig;
import dev.sluice.service.config.RestDeclaration;
import dev.sluice.service.config.RestDeclaration.Payload;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.rest.answer.BadReplyException;
import dev.sluice.service.rest.answer.ItemAnswer;
import dev.sluice.service.rest.http.HttpAsk;
import dev.sluice.service.rest.template.RestItem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A contract under test, asked and answered in texts. */
record Described(Contract contract) {

    static final LimitsConfig LIMITS = new LimitsConfig(1 << 20, 1_000, 1 << 20, 3);
    static final long FIRST_ID = 7;

    static Described lookup(ContractConfig contract) {
        return lookup(contract, 2_000, LIMITS);
    }

    static Described lookup(ContractConfig contract, int urlLength, LimitsConfig limits) {
        return new Described(Contract.of(lookupDeclaration(contract), service(urlLength), Secrets.NONE, limits));
    }

    static Described endpoint(ContractConfig contract, Payload payload) {
        return of(endpointDeclaration(contract, payload));
    }

    static Described of(RestDeclaration declaration) {
        return new Described(Contract.of(declaration, service(2_000), Secrets.NONE, LIMITS));
    }

    static RestDeclaration lookupDeclaration(ContractConfig contract) {
        return declaration("customer", false, Payload.TEXT, contract);
    }

    static RestDeclaration endpointDeclaration(ContractConfig contract, Payload payload) {
        return declaration("letters", true, payload, contract);
    }

    private static RestDeclaration declaration(
            String name, boolean endpoint, Payload payload, ContractConfig contract) {
        return new RestDeclaration(
                name,
                endpoint,
                "crm",
                Optional.empty(),
                Optional.of(Set.<String>of()).filter(reads -> endpoint),
                Optional.of(Set.<String>of()).filter(writes -> !endpoint),
                payload,
                true,
                contract,
                Optional.empty());
    }

    /** A lookup or an endpoint of a configuration. */
    static Described of(RestDeclaration declared, RestConfig rest) {
        return new Described(Contract.of(declared, rest.services().get(declared.service()), Secrets.NONE, LIMITS));
    }

    /** A lookup by the keys of its configuration. */
    static Described yaml(String keys) {
        return yaml(keys, 2_000);
    }

    static Described yaml(String keys, int urlLength) {
        return lookup(contract(keys), urlLength, LIMITS);
    }

    static ContractConfig contract(String keys) {
        return parsed("lookups: {customer: {service: crm, " + keys + "}}")
                .lookups()
                .get("customer")
                .contract();
    }

    /** An endpoint by the keys of its configuration. */
    static Described endpointYaml(String keys, Payload payload) {
        return endpoint(
                parsed("endpoints: {letters: {service: crm, " + keys + "}}")
                        .endpoints()
                        .get("letters")
                        .contract(),
                payload);
    }

    private static RestConfig parsed(String yaml) {
        return GatewayConfig.parse("services: {crm: {url: 'http://crm.test/api'}}\n" + yaml, Path.of(""), name -> null)
                .rest();
    }

    private static ServiceConfig service(int urlLength) {
        return RestSettings.of("http://crm.test/api")
                .with("urlLength", urlLength)
                .service();
    }

    /** Items with one argument each, with ids from 7 on. */
    static List<RestItem> items(Object... keys) {
        return itemsOf(List.of(keys).stream().map(key -> Arguments.of(key)).toList());
    }

    static List<RestItem> itemsOf(List<Arguments> arguments) {
        final List<RestItem> items = new ArrayList<>();
        for (final Arguments each : arguments) {
            final long id = FIRST_ID + items.size();
            items.add(new RestItem(each, id, "event-" + id));
        }
        return items;
    }

    /** The requests for keys of one argument, each as method, path with query, and body. */
    List<String> asks(Object... keys) {
        return asks(items(keys));
    }

    List<String> asks(List<RestItem> items) {
        return contract.asks(items).stream()
                .map(ask ->
                        ask.method() + " " + ask.uri().toString().substring("http://crm.test/api".length()) + body(ask))
                .toList();
    }

    /** The only request for these keys: method, URL and body. */
    String request(Object... keys) {
        final List<HttpAsk> asks = contract.asks(items(keys));
        final HttpAsk ask = asks.get(asks.size() - 1);
        return asks.size() > 1 ? asks.toString() : ask.method() + " " + ask.uri() + body(ask);
    }

    private static String body(HttpAsk ask) {
        return ask.body()
                .map(body -> " " + new String(body, StandardCharsets.UTF_8))
                .orElse("");
    }

    /** What comes of a good JSON response, to items of one argument. */
    List<String> read(String body, Object... keys) throws BadReplyException {
        return Told.lines(answers(body, items(keys)));
    }

    List<ItemAnswer> answers(String body, List<RestItem> items) throws BadReplyException {
        return contract.read(200, "application/json", body.getBytes(StandardCharsets.UTF_8), items);
    }

    /** Why nothing of a response is believed. */
    String badReply(String body, Object... keys) {
        return assertThrows(BadReplyException.class, () -> read(body, keys)).getMessage();
    }

    /** Why a request can never be asked. */
    String refused(Object... arguments) {
        return assertThrows(RefusedException.class, () -> contract.check(Arguments.of(arguments)))
                .failure()
                .toString();
    }
}
