package dev.sluice.service.rest;

import dev.sluice.api.FailureKind;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.rest.answer.BadReplyException;
import dev.sluice.service.rest.answer.ItemAnswer;
import dev.sluice.service.rest.http.HttpReply;
import dev.sluice.service.rest.template.RestItem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what a reply means: the one table of statuses. A response is believed as a whole or not at all.
 *
 * <p>Immutable; called on the threads of the HTTP client, so that large bodies are not read by the service thread.
 *
 * @param secrets what the service may repeat of what it was sent
 */
record Judge(String service, Secrets secrets) {

    private static final Logger LOG = LoggerFactory.getLogger(Judge.class);

    /** The most characters shown of what a service says to a call. */
    private static final int SHOWN = 200;

    /** Judges the reply to a request for these items. */
    Verdict judge(HttpReply reply, Contract contract, List<RestItem> items) {
        if (reply instanceof HttpReply.Response response) {
            return judge(response, contract, items);
        }
        if (reply instanceof HttpReply.NotReached not) {
            return new Verdict.Away(not.reason(), false);
        }
        if (reply instanceof HttpReply.Lost lost) {
            return new Verdict.Doubt(lost.kind(), lost.reason(), "");
        }
        return new Verdict.Fault(((HttpReply.Fault) reply).cause());
    }

    /** The verdict on a response that did not end in time. */
    static Verdict late(Duration callTimeout) {
        return new Verdict.Doubt(
                FailureKind.TIMEOUT,
                "its response did not end within " + callTimeout.toMillis() + " ms (callTimeout)",
                "");
    }

    private Verdict judge(HttpReply.Response response, Contract contract, List<RestItem> items) {
        final int status = response.status();
        if (status >= 200 && status < 300 || items.size() == 1 && contract.meansNotFound(status)) {
            return read(response, contract, items);
        }
        final String code = Integer.toString(status);
        final String reason = "it answered " + code + said(response);
        return switch (status) {
            case 401, 403, 404, 405, 406, 407, 410, 415, 502 -> new Verdict.Away(reason, true);
            case 425, 429, 503 -> new Verdict.Throttled(reason, response.retryAfterNanos());
            case 413, 414, 431 -> new Verdict.TooMuch(reason, code);
            case 408, 504 -> new Verdict.Doubt(FailureKind.TIMEOUT, reason, code);
            default ->
                status < 400
                        ? new Verdict.Away(reason + ": redirects are not followed", true)
                        : status < 500
                                ? new Verdict.Refused(reason, code)
                                : new Verdict.Doubt(FailureKind.REJECTED, reason, code);
        };
    }

    private Verdict read(HttpReply.Response response, Contract contract, List<RestItem> items) {
        try {
            final List<ItemAnswer> answers =
                    contract.read(response.status(), response.contentType(), response.body(), items);
            if (answers.size() != items.size()) {
                throw new IllegalStateException(answers.size() + " answers to " + items.size() + " items");
            }
            return new Verdict.Answered(answers);
        } catch (final BadReplyException e) {
            final String said = secrets.quoted(String.valueOf(e.getMessage()), SHOWN);
            return e.moreFollows()
                    ? new Verdict.TooMuch(said, "")
                    : new Verdict.Doubt(
                            FailureKind.REJECTED,
                            "its response to status " + response.status() + " breaks the contract: " + said,
                            "");
        } catch (final RuntimeException | StackOverflowError e) {
            LOG.error("A response of {} could not be read; this is a fault of the gateway", service, e);
            return new Verdict.Doubt(
                    FailureKind.INTERNAL, "the gateway failed to read its response: " + e + "; its log says more", "");
        } catch (final Error e) {
            return new Verdict.Fault(e);
        }
    }

    private String said(HttpReply.Response response) {
        final String quoted = secrets.quoted(new String(response.body(), StandardCharsets.UTF_8), SHOWN);
        return quoted.isEmpty() ? "" : ": " + quoted;
    }
}
