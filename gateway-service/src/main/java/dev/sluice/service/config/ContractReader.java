package dev.sluice.service.config;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.ContractConfig.Answer;
import dev.sluice.service.config.ContractConfig.Ask;
import dev.sluice.service.config.ContractConfig.Match;
import dev.sluice.service.config.TemplateText.Placeholder.Kind;
import dev.sluice.service.config.yaml.Section;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** Reads a contract, and checks that its request and its response fit together. */
record ContractReader(Section request, Section response, String name, boolean event) {

    static final String REQUEST = "request";
    static final String RESPONSE = "response";

    private ContractReader(Section section, String name, boolean event) {
        this(section.child(REQUEST), section.child(RESPONSE), name, event);
    }

    /** Reads the contract of a lookup. The types of its arguments may be declared. */
    static ContractConfig lookup(Section section, String name, Optional<List<ValueType>> types) {
        final ContractReader reader = new ContractReader(section, name, false);
        final ContractConfig contract = reader.read();
        reader.checkArguments(contract, types);
        return contract;
    }

    /** Reads the contract of an endpoint. */
    static ContractConfig endpoint(Section section, String name) {
        return new ContractReader(section, name, true).read();
    }

    private ContractConfig read() {
        final AskReader asks = new AskReader(request, name, event);
        final Ask ask = asks.read();
        final Optional<Integer> limit = asks.limit();
        final boolean one = ask.asksOne() || limit.orElse(0) == 1;
        final boolean byId = AskReader.isDefault(ask);
        final boolean pathNamesItem = TemplateText.ofAny(ask.path()).namesAnItem();
        final Answer answer = new AnswerReader(response, event).read(byId, one, pathNamesItem);
        final boolean single = one || answer.match() == Match.SINGLE;
        if (single && limit.orElse(1) != 1) {
            request.report(
                    AskReader.LIMIT,
                    "a call has one item, because "
                            + (one ? "path, body or headers contain an item" : "the whole response belongs to it")
                            + ": leave the limit out");
        }
        if (answer.match() == Match.ID
                && ask.templates().noneMatch(text -> text.has(Kind.ID) || text.has(Kind.IDEMPOTENCY_KEY))) {
            response.report(AnswerReader.MATCH, "the response cannot be matched by id: the request sends no {id}");
        }
        if (!byId && answer.match() == Match.KEY && ask.templates().anyMatch(text -> text.has(Kind.ID))) {
            request.report(
                    "{id} is a number that the gateway gives each item, but match is key, so the number is of no use; if you"
                            + " mean the text {id}, as in GraphQL, write {{id}}");
        }
        return new ContractConfig(single ? ask.limited(1) : ask, answer);
    }

    private void checkArguments(ContractConfig contract, Optional<List<ValueType>> types) {
        final SortedSet<Integer> named = contract.ask().arguments();
        for (int argument = 1; !named.isEmpty() && argument < named.last(); argument++) {
            if (!named.contains(argument)) {
                request.report("the templates have {" + named.last() + "}, but not {" + argument + "}");
            }
        }
        types.filter(declared -> !named.isEmpty() && declared.size() != named.last())
                .ifPresent(declared -> request.report(
                        "the templates have {1} to {" + named.last() + "}, but types has " + declared.size()));
        if (contract.answer().match() == Match.KEY) {
            checkKey(
                    contract.answer().key().size(),
                    named.isEmpty() ? types.map(List::size).orElse(0) : named.last());
        }
    }

    private void checkKey(int pointers, int arguments) {
        if (arguments > 0 && Math.max(1, pointers) != arguments) {
            response.report(
                    AnswerReader.KEY,
                    "a key has " + arguments + (arguments == 1 ? " argument" : " arguments")
                            + ", so give "
                            + (arguments == 1 ? "one place" : "a list of as many places") + ", not "
                            + Math.max(1, pointers));
        }
    }
}
