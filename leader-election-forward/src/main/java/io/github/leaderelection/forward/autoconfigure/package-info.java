/**
 * Auto-configuration of request forwarding to the leader. Called by Spring Boot; not for
 * import.
 */
@NullMarked
package io.github.leaderelection.forward.autoconfigure;

import org.jspecify.annotations.NullMarked;
