/**
 * Sends requests to handlers that are for the leader on to it. Called by Spring Boot; not
 * for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.forward;

import org.jspecify.annotations.NullMarked;
