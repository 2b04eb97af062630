package dev.sluice.service.rest.answer;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.service.config.ContractConfig.Answer;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.rest.answer.ColumnValue.UnreadableException;
import dev.sluice.service.rest.answer.ItemAnswer.Again;
import dev.sluice.service.rest.answer.ItemAnswer.Answered;
import dev.sluice.service.rest.answer.ItemAnswer.InDoubt;
import dev.sluice.service.rest.answer.ItemAnswer.Misfit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads the answer to one item in a response, from the item's own status, error, and found flag. Immutable. */
final class ItemReader {

    /** The fields with error codes in problem details (RFC 9457) and in other error objects of services. */
    private static final List<String> CODES = List.of("code", "type", "error");

    private static final List<String> TEXTS = List.of("title", "detail", "message", "reason");

    private final Subject subject;
    private final Answer contract;
    private final JsonPointer value;
    private final Optional<JsonPointer> status;
    private final Optional<JsonPointer> error;
    private final Optional<JsonPointer> found;

    ItemReader(Subject subject, Answer contract) {
        this.subject = subject;
        this.contract = contract;
        this.value = JsonPointer.compile(contract.value());
        this.status = contract.status().map(JsonPointer::compile);
        this.error = contract.error().map(JsonPointer::compile);
        this.found = contract.found().map(JsonPointer::compile);
    }

    /**
     * Reads the answer to an item.
     *
     * @param what the item's name for messages
     * @param places the parts of the response that belong to the item: one part, or one for each row
     */
    ItemAnswer read(Supplier<String> what, List<JsonNode> places, JsonRows rows) {
        try {
            return answer(places, rows);
        } catch (final UnreadableException e) {
            return new Misfit(what.get() + " " + e.getMessage());
        }
    }

    private ItemAnswer answer(List<JsonNode> places, JsonRows rows) throws UnreadableException {
        final List<JsonNode> values = new ArrayList<>(places.size());
        for (final JsonNode place : places) {
            final Optional<ItemAnswer> other = notValue(place);
            if (other.isPresent() && places.size() > 1) {
                throw new UnreadableException("has several rows, and at least one of them is an error or not found");
            }
            if (other.isPresent()) {
                return other.get();
            }
            final JsonNode at = place.at(value);
            if (!at.isMissingNode()) {
                values.add(at);
            } else if (!subject.event()) {
                throw new UnreadableException("is good, but has no value");
            }
        }
        try {
            return new Answered(replyIsNone(values) ? JsonRows.noReply() : rows.outcome(values));
        } catch (final UnreadableException e) {
            throw new UnreadableException("has a value that does not fit: " + e.getMessage());
        }
    }

    private boolean replyIsNone(List<JsonNode> values) {
        return subject.event() && (values.isEmpty() || values.get(0).isNull());
    }

    /** Returns the answer to an item without a value, such as an error or not found; empty if the item may have a value. */
    private Optional<ItemAnswer> notValue(JsonNode item) throws UnreadableException {
        final Optional<JsonNode> wrong = error.map(item::at).filter(ItemReader::saysYes);
        if (status.isPresent()) {
            final JsonNode own = item.at(status.get());
            if (!own.isIntegralNumber() || !own.canConvertToInt()) {
                throw new UnreadableException("has no " + (own.isMissingNode() ? "" : "integer in ") + status.get()
                        + "; if items have no status of their own, set response.status: none");
            }
            if (own.intValue() / 100 != 2 || contract.again().statuses().contains(own.intValue())) {
                return Optional.of(byStatus(own.intValue(), wrong));
            }
            if (wrong.isPresent()) {
                throw new UnreadableException("has a good status and an error as well; set response.error: none");
            }
        }
        if (wrong.isPresent()) {
            return Optional.of(byError(wrong.get()));
        }
        final boolean nothing = found.isPresent() && !saysYes(item.at(found.get()));
        return nothing ? Optional.of(new Answered(Outcome.NOT_FOUND)) : Optional.empty();
    }

    /** Whether a node exists and is neither null nor false. */
    static boolean saysYes(JsonNode node) {
        return !node.isMissingNode() && !node.isNull() && !(node.isBoolean() && !node.booleanValue());
    }

    private ItemAnswer byStatus(int code, Optional<JsonNode> problem) {
        final String said = problem.map(node -> subject.message(words(node)))
                .filter(text -> !text.isEmpty())
                .map(text -> ": " + text)
                .orElse("");
        final String reason = "status " + code + said;
        if (contract.again().statuses().contains(code)) {
            return new Again(reason, OptionalLong.empty());
        }
        return switch (code) {
            case 404, 410 -> subject.event() ? rejected(String.valueOf(code), reason) : new Answered(Outcome.NOT_FOUND);
            case 425, 429, 503 -> new Again(reason, OptionalLong.empty());
            case 408 -> new InDoubt(reason, String.valueOf(code));
            default ->
                code >= 400 && code <= 499
                        ? rejected(String.valueOf(code), reason)
                        : new InDoubt(reason, String.valueOf(code));
        };
    }

    private ItemAnswer byError(JsonNode node) {
        final List<String> codes = codes(node);
        if (codes.stream().anyMatch(contract.again().errors()::contains)) {
            return new Again("error " + subject.message(words(node)), OptionalLong.empty());
        }
        if (codes.stream().anyMatch(contract.notFoundErrors()::contains)) {
            return new Answered(Outcome.NOT_FOUND);
        }
        final JsonNode own = node.path("status");
        if (own.canConvertToInt() && own.isIntegralNumber() && own.intValue() >= 400) {
            return byStatus(own.intValue(), Optional.of(node));
        }
        final String said = subject.message(words(node));
        return rejected(
                codes.isEmpty() ? "" : subject.shown(codes.get(0)), said.isEmpty() ? "it gives no reason" : said);
    }

    private ItemAnswer rejected(String code, String reason) {
        return new Answered(new Outcome.Failed(
                new Failure(FailureKind.REJECTED, code, subject + " refused the request: " + reason, false)));
    }

    /** Returns the texts of an error unchanged; empty if it has none. */
    private static String words(JsonNode error) {
        if (error.isValueNode()) {
            return error.asText();
        }
        final List<String> words = texts(error, TEXTS);
        return String.join(": ", words.isEmpty() ? texts(error, CODES) : words);
    }

    /** Returns the possible codes of an error: the error itself if it is a plain value, otherwise the texts of its fields. */
    private static List<String> codes(JsonNode error) {
        return error.isValueNode() ? List.of(error.asText()) : texts(error, CODES);
    }

    private static List<String> texts(JsonNode error, List<String> fields) {
        return fields.stream()
                .map(error::path)
                .flatMap(node -> node.isTextual() || node.isNumber() ? Stream.of(node.asText()) : Stream.of())
                .filter(text -> !text.isBlank())
                .distinct()
                .toList();
    }
}
