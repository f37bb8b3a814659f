/**
 * Parts of the state that know no message.
 */
@NullMarked
package io.github.leaderelection.internal.quorum.part;

import org.jspecify.annotations.NullMarked;
