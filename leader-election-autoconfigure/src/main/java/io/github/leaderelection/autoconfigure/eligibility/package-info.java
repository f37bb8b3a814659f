/**
 * Auto-configuration of a node's eligibility. Called by Spring Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.eligibility;

import org.jspecify.annotations.NullMarked;
