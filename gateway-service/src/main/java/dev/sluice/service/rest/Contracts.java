package dev.sluice.service.rest;

import dev.sluice.service.config.ContractConfig;
import dev.sluice.service.config.ContractConfig.Ask;
import dev.sluice.service.config.ContractConfig.Match;
import dev.sluice.service.config.RestConfig;
import dev.sluice.service.config.RestConfig.Payload;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.TemplateText;
import dev.sluice.service.config.yaml.Placeholder;
import dev.sluice.service.config.yaml.Placeholder.Kind;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.rest.answer.AskedKeys.Identity;
import dev.sluice.service.rest.answer.Limits;
import dev.sluice.service.rest.answer.ResponseReader;
import dev.sluice.service.rest.answer.Subject;
import dev.sluice.service.rest.http.HeaderTemplates;
import dev.sluice.service.rest.template.ArgumentCheck;
import dev.sluice.service.rest.template.JsonTemplate;
import dev.sluice.service.rest.template.UrlTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Makes contracts from their configuration. */
final class Contracts {

    private Contracts() {}

    /**
     * The contract of a lookup.
     *
     * @param secrets what the service may repeat of what it is sent
     * @throws IllegalArgumentException if a template cannot be one; the message begins with its key
     */
    static Contract of(RestConfig.Lookup lookup, ServiceConfig service, Secrets secrets, Limits limits) {
        final Subject subject = new Subject(lookup.name(), service.name(), false, secrets);
        final ArgumentCheck arguments = new ArgumentCheck(argumentCount(lookup.contract()), false);
        return named("lookups." + lookup.name(), () -> of(subject, lookup.contract(), service, arguments, limits));
    }

    /**
     * The contract of an endpoint.
     *
     * @param secrets what the service may repeat of what it is sent
     * @throws IllegalArgumentException if a template cannot be one; the message begins with its key
     */
    static Contract of(RestConfig.Endpoint endpoint, ServiceConfig service, Secrets secrets, Limits limits) {
        final Subject subject = new Subject(endpoint.name(), service.name(), true, secrets);
        final ArgumentCheck arguments = ArgumentCheck.payload(endpoint.payload());
        return named(
                "endpoints." + endpoint.name(), () -> of(subject, endpoint.contract(), service, arguments, limits));
    }

    private static Contract named(String key, Supplier<Contract> contract) {
        try {
            return contract.get();
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException(key + ".request." + e.getMessage(), e);
        }
    }

    private static Contract of(
            Subject subject, ContractConfig config, ServiceConfig service, ArgumentCheck arguments, Limits limits) {
        final Ask ask = config.ask();
        final Payload payload = arguments.json() ? Payload.JSON : Payload.TEXT;
        final Optional<JsonTemplate> body = ask.body().map(text -> JsonTemplate.parse(text, ask.item(), payload));
        final boolean idIsSent = templates(ask).stream().anyMatch(template -> template.has(Kind.ID));
        final Identity identity = Identity.of(config.answer().match(), idIsSent);
        return new ConfiguredContract(
                subject,
                config,
                service.urlLength(),
                arguments,
                UrlTemplate.parse(service.url(), ask),
                body,
                new HeaderTemplates(ask.headers(), body.isPresent()),
                identity,
                new ResponseReader(subject, config.answer(), identity, limits));
    }

    /** How many arguments the templates name, or the response is matched by; empty if they take any number. */
    private static OptionalInt argumentCount(ContractConfig config) {
        final OptionalInt named = templates(config.ask()).stream()
                .flatMap(TemplateText::placeholders)
                .filter(placeholder -> placeholder.kind() == Kind.ARGUMENT)
                .mapToInt(Placeholder::argument)
                .max();
        if (named.isPresent()) {
            return OptionalInt.of(named.getAsInt() + 1);
        }
        if (config.answer().match() == Match.KEY) {
            return OptionalInt.of(Math.max(1, config.answer().key().size()));
        }
        final boolean inJson = config.ask().body().isPresent();
        return inJson ? OptionalInt.empty() : OptionalInt.of(1);
    }

    private static List<TemplateText> templates(Ask ask) {
        final List<String> texts = new ArrayList<>(List.of(ask.path(), ask.query(), ask.item()));
        ask.body().ifPresent(texts::add);
        texts.addAll(ask.headers().values());
        return texts.stream().map(TemplateText::parse).toList();
    }
}
