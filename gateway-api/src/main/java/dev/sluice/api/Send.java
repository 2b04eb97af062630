package dev.sluice.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On a method of a job's own interface, made into a client by {@code Futures.declare}: sends its one argument to the endpoint of that name. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Send {

    /** Returns the declared name of the endpoint; empty for the method's name. */
    String value() default "";
}
