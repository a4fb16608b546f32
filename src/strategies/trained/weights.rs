//! Converts a trained bot's networks to and from a safetensors file, with one tensor per network
//! and layer.

use std::collections::HashMap;

use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};

use super::network::{Net, Network, NetworkShape};
use crate::game::learnable::InputLayout;

/// Names of the network's layers in files, in the order of [`Net::parts`].
const PARTS: [&str; 10] = [
    "other.weight",
    "other.bias",
    "position.weight",
    "position.bias",
    "code.weight",
    "option.weight",
    "hidden.weight",
    "hidden.bias",
    "value.weight",
    "value.bias",
];

/// Writes a network as a safetensors file. The tensors consist of little-endian `f32` and have
/// names such as `card.position.weight`. Each row of a weight tensor belongs to one input.
pub fn write(network: &Network, layout: &InputLayout) -> Vec<u8> {
    let mut tensors: Vec<(String, Vec<usize>, Vec<u8>)> = vec![];
    for (of_net, net) in layout.nets().iter().zip(&network.nets) {
        for ((name, part), shape) in PARTS.iter().zip(net.parts()).zip(shapes(net)) {
            let bytes = part.iter().flat_map(|number| number.to_le_bytes()).collect();
            tensors.push((format!("{of_net}.{name}"), shape, bytes));
        }
    }
    let views = tensors.iter().map(|(name, shape, bytes)| {
        let view = TensorView::new(Dtype::F32, shape.clone(), bytes);
        (name, view.expect("as many numbers as the shape says"))
    });
    serialize(views, None::<HashMap<String, String>>).expect("tensors can be written")
}

/// Reads a network from a safetensors file.
///
/// # Errors
/// Fails if the file is not valid safetensors, or if a tensor is missing, has a wrong shape, or
/// contains a number that is not finite.
pub fn read(bytes: &[u8], layout: &InputLayout) -> Result<Network, String> {
    let file = SafeTensors::deserialize(bytes)
        .map_err(|error| format!("is not a safetensors file: {error}"))?;
    let mut network = Network::zero(&NetworkShape::of(layout));
    let mut known = 0;
    for (of_net, net) in layout.nets().iter().zip(&mut network.nets) {
        let shapes = shapes(net);
        for ((name, part), shape) in PARTS.iter().zip(net.parts_mut()).zip(shapes) {
            let name = format!("{of_net}.{name}");
            let tensor = file.tensor(&name).map_err(|_| format!("has no tensor {name}"))?;
            if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
                return Err(format!(
                    "tensor {name} is {:?} {:?}; wants F32 {shape:?}",
                    tensor.dtype(),
                    tensor.shape()
                ));
            }
            let (chunks, _) = tensor.data().as_chunks();
            for (number, &bytes) in part.iter_mut().zip(chunks) {
                *number = f32::from_le_bytes(bytes);
                if !number.is_finite() {
                    return Err(format!("tensor {name} contains a number that is not finite"));
                }
            }
            known += 1;
        }
    }
    match file.len() {
        found if found == known => Ok(network),
        found => Err(format!("has {found} tensors; wants {known}")),
    }
}

/// Returns the shapes of the network's tensors, in the order of [`Net::parts`].
fn shapes(net: &Net) -> [Vec<usize>; 10] {
    let [code, hidden, second] =
        [&net.other.bias[..], &net.position.bias, &net.second.bias].map(|bias| 8 * bias.len());
    [
        vec![net.other.weights.len(), code],
        vec![code],
        vec![net.position.weights.len(), hidden],
        vec![hidden],
        vec![net.code.weights.len(), hidden],
        vec![net.option.weights.len(), hidden],
        vec![net.second.weights.len(), second],
        vec![second],
        vec![second],
        vec![1],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> InputLayout {
        InputLayout {
            version: 1,
            decisions: vec!["card", "step"],
            teams_apart: false,
            position: names(&["round", "life"]),
            other: names(&["life"]),
            option: names(&["wounds", "move", "attack"]),
        }
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn network() -> Network {
        let mut network = Network::zero(&NetworkShape::of(&layout()));
        let mut next = 0.0;
        for number in network.nets.iter_mut().flat_map(|net| net.parts_mut()).flatten() {
            next += 0.125;
            *number = next;
        }
        network
    }

    #[test]
    fn a_network_comes_back_as_it_was_written() {
        let bytes = write(&network(), &layout());
        assert_eq!(read(&bytes, &layout()), Ok(network()));
        assert_eq!(bytes, write(&network(), &layout()), "the same bytes each time");
    }

    #[test]
    fn a_file_of_another_layout_is_refused_by_what_differs() {
        let bytes = write(&network(), &layout());
        let more = InputLayout { position: names(&["round", "life", "charm"]), ..layout() };
        let refused = read(&bytes, &more).unwrap_err();
        assert_eq!(refused, "tensor card.position.weight is F32 [2, 48]; wants F32 [3, 48]");
        let less = InputLayout { decisions: vec!["card"], ..layout() };
        assert_eq!(read(&bytes, &less).unwrap_err(), "has 20 tensors; wants 10");
        let teams = InputLayout { teams_apart: true, ..layout() };
        assert_eq!(read(&bytes, &teams).unwrap_err(), "has no tensor team.card.other.weight");
        let other = InputLayout { decisions: vec!["card", "charm"], ..layout() };
        assert!(read(&bytes, &other).unwrap_err().starts_with("has no tensor charm."));
        assert!(read(b"nothing", &layout()).unwrap_err().starts_with("is not a safetensors file"));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        let mut network = network();
        network.nets[1].value_bias = f32::NAN;
        let refused = read(&write(&network, &layout()), &layout()).unwrap_err();
        assert_eq!(refused, "tensor step.value.bias contains a number that is not finite");
    }
}
