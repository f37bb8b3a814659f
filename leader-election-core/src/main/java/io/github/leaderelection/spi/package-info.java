/**
 * Interfaces for extensions: how messages travel between members, and where a member
 * keeps its ballot. Implemented outside of core; called by the runtime alone.
 */
@NullMarked
package io.github.leaderelection.spi;

import org.jspecify.annotations.NullMarked;
