/**
 * Asks readiness and beans of an application whether its node may stand for election.
 * Called by Spring Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.eligibility;

import org.jspecify.annotations.NullMarked;
