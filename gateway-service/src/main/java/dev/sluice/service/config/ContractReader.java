package dev.sluice.service.config;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.ContractConfig.Answer;
import dev.sluice.service.config.ContractConfig.Ask;
import dev.sluice.service.config.ContractConfig.Match;
import dev.sluice.service.config.yaml.Placeholder.Kind;
import dev.sluice.service.config.yaml.Section;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads a contract, and checks that request and response fit each other. */
final class ContractReader {

    static final String REQUEST = "request";
    static final String RESPONSE = "response";

    private final AskReader asks;
    private final AnswerReader answers;

    private ContractReader(Section section, String name, boolean event) {
        this.asks = new AskReader(section.child(REQUEST), name, event);
        this.answers = new AnswerReader(section.child(RESPONSE), event);
    }

    /** That of a lookup, whose arguments may be declared. */
    static ContractConfig lookup(Section section, String name, Optional<List<ValueType>> types) {
        final ContractReader reader = new ContractReader(section, name, false);
        final ContractConfig contract = reader.read();
        reader.checkArguments(contract, types);
        return contract;
    }

    /** That of an endpoint. */
    static ContractConfig endpoint(Section section, String name) {
        return new ContractReader(section, name, true).read();
    }

    private ContractConfig read() {
        final Ask ask = asks.read();
        final boolean one = AskReader.asksOne(ask) || asks.limit().orElse(0) == 1;
        final boolean byId = ask.body().filter(DefaultContract.BODY::equals).isPresent()
                && (ask.item().equals(DefaultContract.LOOKUP_ITEM) || ask.item().equals(DefaultContract.EVENT_ITEM));
        final boolean pathNamesItem = TemplateText.parse(parsable(ask.path())).namesAnItem();
        final Answer answer = answers.read(byId, one, pathNamesItem);
        final boolean single = one || answer.match() == Match.SINGLE;
        if (single && asks.limit().orElse(1) != 1) {
            asks.reportLimit("a call asks one item, since "
                    + (one ? "path, body or headers name one" : "its answer is the whole response")
                    + ": leave the limit out");
        }
        if (answer.match() == Match.ID
                && AskReader.templates(ask).stream()
                        .noneMatch(text -> text.has(Kind.ID) || text.has(Kind.IDEMPOTENCY_KEY))) {
            answers.reportMatch("the request sends no {id} that the response could be matched by");
        }
        if (!byId
                && answer.match() == Match.KEY
                && AskReader.templates(ask).stream().anyMatch(text -> text.has(Kind.ID))) {
            asks.report(
                    "{id} is a number that the gateway gives each item, and match is key, so that nothing is matched by"
                            + " it; the text {id}, as in GraphQL, is {{id}}");
        }
        return new ContractConfig(single ? AskReader.limited(ask, 1) : ask, answer);
    }

    private static String parsable(String text) {
        try {
            TemplateText.parse(text);
            return text;
        } catch (final IllegalArgumentException e) {
            return "";
        }
    }

    private void checkArguments(ContractConfig contract, Optional<List<ValueType>> types) {
        final TreeSet<Integer> named = AskReader.templates(contract.ask()).stream()
                .flatMap(TemplateText::placeholders)
                .filter(placeholder -> placeholder.kind() == Kind.ARGUMENT)
                .map(placeholder -> placeholder.argument() + 1)
                .collect(Collectors.toCollection(TreeSet::new));
        for (int argument = 1; !named.isEmpty() && argument < named.last(); argument++) {
            if (!named.contains(argument)) {
                asks.report("the argument {" + argument + "} stands nowhere, though there is {" + named.last() + "}");
            }
        }
        types.filter(declared -> !named.isEmpty() && declared.size() != named.last())
                .ifPresent(declared -> asks.report("the templates have {1} to {" + named.last() + "}, but types has "
                        + declared.size() + " of them"));
        if (contract.answer().match() == Match.KEY) {
            checkKey(
                    contract.answer().key().size(),
                    named.isEmpty() ? types.map(List::size).orElse(0) : named.last());
        }
    }

    private void checkKey(int pointers, int arguments) {
        if (arguments > 0 && Math.max(1, pointers) != arguments) {
            answers.reportKey(
                    "a key has " + arguments + (arguments == 1 ? " argument" : " arguments") + ", so it stands in "
                            + (arguments == 1 ? "one place" : "a list of as many places") + ", not "
                            + Math.max(1, pointers));
        }
    }
}
