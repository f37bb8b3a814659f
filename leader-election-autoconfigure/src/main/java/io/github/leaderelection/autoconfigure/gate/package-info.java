/**
 * Puts the gate before the leader-only methods of an application. Called by Spring Boot;
 * not for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.gate;

import org.jspecify.annotations.NullMarked;
