package dev.sluice.service.admin.control;

import java.util.Map;
import java.util.Optional;

/**
 * One act that an operator asks for.
 *
 * @param arguments by name
 * @param who as the caller says
 * @param reason may be empty
 */
public record Asked(Act act, Map<String, String> arguments, String who, String reason) {

    public Asked {
        arguments = Map.copyOf(arguments);
    }

    public Optional<String> argument(String name) {
        return Optional.ofNullable(arguments.get(name));
    }

    /** @throws RefusedActException if it is not there */
    public String need(String name) {
        return argument(name).orElseThrow(() -> new RefusedActException(act.word() + " needs '" + name + "'"));
    }
}
