/**
 * Parts of the state that know no message. The whole state and the roles, which know
 * messages, lie one package above.
 */
@NullMarked
package io.github.leaderelection.internal.quorum.state;

import org.jspecify.annotations.NullMarked;
