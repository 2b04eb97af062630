package dev.sluice.service.rest;

import dev.sluice.api.FailureKind;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.rest.answer.BadReplyException;
import dev.sluice.service.rest.answer.ItemAnswer;
import dev.sluice.service.rest.http.HttpReply;
import dev.sluice.service.rest.template.RestItem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.slf4j.Logger;

/**
 * Finds out what the reply to an HTTP request means. Status codes are interpreted only here. A response is used as a whole or not
 * at all.
 *
 * <p>Immutable. Called on the threads of the HTTP client, so that the service thread does not read large bodies.
 *
 * @param secrets the secrets sent to the service; messages mask them, because a response may repeat them
 */
record Judge(String service, Secrets secrets) {

    private static final Logger LOG = MaskedLog.of(Judge.class);

    /** The maximum number of characters of a response that a message quotes. */
    private static final int SHOWN = 200;

    /** Returns the meaning of the reply to a request for these items. */
    CallResult judge(HttpReply reply, Contract contract, List<RestItem> items) {
        if (reply instanceof HttpReply.Response response) {
            return judge(response, contract, items);
        }
        if (reply instanceof HttpReply.NotReached not) {
            return new CallResult.Away(not.reason(), false);
        }
        if (reply instanceof HttpReply.Unusable its) {
            return contract.statusTells(its.status())
                    ? read(its.status(), "", new byte[0], contract, items)
                    : misfit(contract, items, its.kind(), its.status(), its.reason());
        }
        if (reply instanceof HttpReply.Lost lost && contract.statusTells(lost.status())) {
            return read(lost.status(), "", new byte[0], contract, items);
        }
        if (reply instanceof HttpReply.Lost lost) {
            final boolean perhapsTaken = contract.event() && lost.kind() == FailureKind.REJECTED;
            return new CallResult.Doubt(perhapsTaken ? FailureKind.DOUBTFUL : lost.kind(), lost.reason(), "");
        }
        return new CallResult.Fault(((HttpReply.Fault) reply).cause());
    }

    /**
     * Returns the meaning of a response that was not complete in time.
     *
     * @param status the status of the response if it has begun, otherwise 0
     */
    CallResult late(int status, Duration callTimeout, Contract contract, List<RestItem> items) {
        final String reason = "its response did not end within " + callTimeout.toMillis() + " ms (callTimeout)";
        return judge(new HttpReply.Lost(FailureKind.TIMEOUT, reason, status), contract, items);
    }

    private CallResult judge(HttpReply.Response response, Contract contract, List<RestItem> items) {
        final int status = response.status();
        if (contract.saysAgain(status)) {
            return new CallResult.Throttled("it answered " + status + said(response), response.retryAfterNanos());
        }
        final boolean notFound = contract.meansNotFound(status, response.body());
        if (notFound ? items.size() == 1 : status >= 200 && status < 300) {
            return read(status, response.contentType(), response.body(), contract, items);
        }
        final String code = Integer.toString(status);
        final String reason = "it answered " + code + said(response);
        if (notFound) {
            return new CallResult.Refused(reason, code); // one of several items does not exist; smaller calls find it
        }
        return switch (status) {
            case 401, 403, 404, 405, 406, 407, 410, 415, 502 -> new CallResult.Away(reason, true);
            case 425, 429, 503 -> new CallResult.Throttled(reason, response.retryAfterNanos());
            case 413, 414, 431 -> new CallResult.TooMuch(reason, code);
            case 408, 504 -> new CallResult.Doubt(FailureKind.TIMEOUT, reason, code);
            default ->
                status < 400
                        ? new CallResult.Away(reason + ": redirects are not followed", true)
                        : status < 500
                                ? new CallResult.Refused(reason, code)
                                : new CallResult.Doubt(FailureKind.REJECTED, reason, code);
        };
    }

    private CallResult read(int status, String contentType, byte[] body, Contract contract, List<RestItem> items) {
        try {
            final List<ItemAnswer> answers = contract.read(status, contentType, body, items);
            if (answers.size() != items.size()) {
                throw new IllegalStateException(answers.size() + " answers to " + items.size() + " items");
            }
            return new CallResult.Answered(answers);
        } catch (final BadReplyException e) {
            final String said = secrets.quoted(String.valueOf(e.getMessage()), SHOWN);
            return switch (e.kind()) {
                case MORE_FOLLOWS -> new CallResult.TooMuch(said, "");
                case AGAIN -> new CallResult.Throttled(said, OptionalLong.empty());
                case MISFIT -> misfit(contract, items, FailureKind.REJECTED, status, said);
            };
        } catch (final RuntimeException | StackOverflowError e) {
            LOG.error("A response of {} could not be read; this is a fault of the gateway", service, e);
            final String why = "the gateway failed to read it: " + e + "; the gateway's log says more";
            return misfit(contract, items, FailureKind.INTERNAL, status, why);
        } catch (final Error e) {
            return new CallResult.Fault(e);
        }
    }

    /** Returns what an unusable response with a good status means. Events may have been accepted, so they are not sent again. */
    private static CallResult misfit(
            Contract contract, List<RestItem> items, FailureKind kind, int status, String why) {
        final String reason = "its response with status " + status + " does not fit the configuration: " + why;
        return contract.event()
                ? new CallResult.Answered(Collections.nCopies(items.size(), new ItemAnswer.Misfit(reason)))
                : new CallResult.Doubt(kind, reason, "", true);
    }

    private String said(HttpReply.Response response) {
        final String quoted = secrets.quoted(new String(response.body(), StandardCharsets.UTF_8), SHOWN);
        return quoted.isEmpty() ? "" : ": " + quoted;
    }
}
