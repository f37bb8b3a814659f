/**
 * Tells Spring Integration who leads. Called by Spring Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.integration;

import org.jspecify.annotations.NullMarked;
